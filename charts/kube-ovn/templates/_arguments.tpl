{{/* Generated (node e2e/chart/src/generate.ts); do not edit. Called with the effective values. */}}
{{- define "kube-ovn.arguments.kube-ovn-controller" -}}
- --ovsdb-con-timeout={{ .features.OVSDB_CON_TIMEOUT | int64 }}
- --ovsdb-inactivity-timeout={{ .features.OVSDB_INACTIVITY_TIMEOUT | int64 }}
{{- with .networking.pods.subnetName }}
- {{ printf "--default-ls=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --default-gateway-check={{ .networking.pods.enableGatewayChecks }}
{{- with .networking.excludeIps }}
- {{ printf "--default-exclude-ips=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .networking.join.subnetName }}
- {{ printf "--node-switch=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .networking.networkType }}
- {{ printf "--network-type=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .networking.podNicType }}
- {{ printf "--pod-nic-type=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .networking.defaultVpcName }}
- {{ printf "--cluster-router=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --enable-lb={{ .features.enableLoadbalancer }}
- --gc-interval={{ .performance.gcInterval | int64 }}
{{- with .controller.leaderElection.leaseDuration }}
- {{ printf "--leader-elect-lease-duration=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .controller.leaderElection.renewDeadline }}
- {{ printf "--leader-elect-renew-deadline=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .controller.leaderElection.retryPeriod }}
- {{ printf "--leader-elect-retry-period=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --enable-metrics={{ .networking.enableMetrics }}
- --pprof-port={{ .controller.metrics.port | int64 }}
{{- end }}
{{- define "kube-ovn.arguments.kube-ovn-daemon" -}}
{{- with .agent.interface }}
- {{ printf "--iface=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --host-tunnel-src={{ .features.enableHostTunnelSrc }}
{{- with .agent.dpdkTunnelInterface }}
- {{ printf "--dpdk-tunnel-iface=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --mtu={{ .networking.pods.mtu | int64 }}
{{- with .networking.defaultVpcName }}
- {{ printf "--cluster-router=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .networking.join.subnetName }}
- {{ printf "--node-switch=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --set-vxlan-tx-off={{ .features.SET_VXLAN_TX_OFF }}
- --non-primary-cni-mode={{ .cni.nonPrimaryCNI }}
{{- with .cni.localConfigFile }}
- {{ printf "--cni-conf-file=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
{{- with .cni.version }}
- {{ printf "--cni-version=%s" (include "kube-ovn.comma" .) | quote }}
{{- end }}
- --pprof-port={{ .agent.metrics.port | int64 }}
- --enable-metrics={{ .networking.enableMetrics }}
{{- end }}
