{{/* values, name (of a component), image (of global.images) -> repository:tag */}}
{{- define "kube-ovn.image" -}}
{{- $v := .values -}}
{{- $own := (get $v .name).image -}}
{{- $global := get $v.global.images .image -}}
{{- $tag := default (default (default .root.Chart.AppVersion $v.global.images.kubeovn.tag) $global.tag) $own.tag -}}
image: {{ printf "%s:%s" (default (printf "%s/%s" $v.global.registry.address $global.repository) $own.repository) $tag | quote }}
imagePullPolicy: {{ default $v.image.pullPolicy $own.pullPolicy }}
{{- end -}}

{{/* Labels of every object. */}}
{{- define "kube-ovn.labels" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: kube-ovn
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Labels of pods. The selector is `app` alone, as the classic chart has it. */}}
{{- define "kube-ovn.podLabels" -}}
app: {{ .app }}
component: network
type: infra
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/part-of: kube-ovn
{{- end -}}

{{/* map, indent: its entries, or nothing at all. */}}
{{- define "kube-ovn.extra" -}}
{{- with first . }}{{ toYaml . | nindent (last $) }}{{ end -}}
{{- end -}}

{{/* How many ovn-central there are. */}}
{{- define "kube-ovn.centralReplicas" -}}
{{- if .central.replicas -}}{{- int64 .central.replicas -}}{{- else -}}{{- max 1 (len .masterNodes) -}}{{- end -}}
{{- end -}}

{{/* values, service (nb|sb) -> endpoints for clients. Without masterNodes through the Service, whose address kubelet fills in. */}}
{{- define "kube-ovn.endpoints" -}}
{{- $protocol := ternary "ssl" "tcp" .values.networking.enableSsl -}}
{{- $port := ternary "6641" "6642" (eq .service "nb") -}}
{{- $endpoints := list -}}
{{- range .values.masterNodes -}}{{- $endpoints = append $endpoints (printf "%s:[%s]:%s" $protocol . $port) -}}{{- end -}}
{{- default (printf "%s:[$(OVN_%s_SERVICE_HOST)]:%s" $protocol (upper .service) $port) (join "," $endpoints) -}}
{{- end -}}

{{/* Environment from the pod itself. */}}
{{- define "kube-ovn.podEnv" -}}
- name: POD_IP
  valueFrom: { fieldRef: { fieldPath: status.podIP } }
- name: POD_IPS
  valueFrom: { fieldRef: { fieldPath: status.podIPs } }
- name: POD_NAME
  valueFrom: { fieldRef: { fieldPath: metadata.name } }
- name: POD_NAMESPACE
  valueFrom: { fieldRef: { fieldPath: metadata.namespace } }
- name: NODE_NAME
  valueFrom: { fieldRef: { fieldPath: spec.nodeName } }
{{- end -}}

{{- define "kube-ovn.tlsEnv" -}}
- name: ENABLE_SSL
  value: {{ .networking.enableSsl | quote }}
- name: TLS_MIN_VERSION
  value: {{ .networking.tlsMinVersion | quote }}
- name: TLS_MAX_VERSION
  value: {{ .networking.tlsMaxVersion | quote }}
- name: TLS_CIPHER_SUITES
  value: {{ join "," .networking.tlsCipherSuites | quote }}
{{- end -}}

{{- define "kube-ovn.tlsArguments" -}}
{{- with .networking.tlsMinVersion }}
- --tls-min-version={{ . }}
{{- end }}
{{- with .networking.tlsMaxVersion }}
- --tls-max-version={{ . }}
{{- end }}
{{- with .networking.tlsCipherSuites }}
- --tls-cipher-suites={{ join "," . }}
{{- end }}
{{- end -}}

{{/* app -> never two on a node */}}
{{- define "kube-ovn.onePerNode" -}}
podAntiAffinity:
  requiredDuringSchedulingIgnoredDuringExecution:
    - labelSelector:
        matchLabels:
          app: {{ . }}
      topologyKey: kubernetes.io/hostname
{{- end -}}

{{/* Host folders belong to root when they are made; programs that run as nobody need them as theirs. */}}
{{- define "kube-ovn.ownFolders" -}}
command: [chown, -R, "65534:65534"]
securityContext:
  runAsUser: 0
  runAsNonRoot: false
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL], add: [CHOWN, DAC_READ_SEARCH] }
resources:
  requests: { cpu: 10m, memory: 10Mi }
  limits: { cpu: 100m, memory: 50Mi }
{{- end -}}
