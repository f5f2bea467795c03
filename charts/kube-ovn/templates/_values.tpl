{{/*
The effective values: what the user and values.yaml say, with classic names translated. `names` tells under which name the
user gave a value, so that complaints can use it.
*/}}
{{- define "kube-ovn.values" -}}
{{- $table := .Files.Get "files/values-table.yaml" | fromYaml -}}
{{- $given := .Values | toYaml | fromYaml -}}
{{- $values := .Values | toYaml | fromYaml -}}
{{- $names := dict -}}
{{- $conflicts := list -}}
{{- range $table.classic -}}
  {{- $found := include "kube-ovn.get" (dict "in" $given "path" .name) | fromYaml -}}
  {{- if hasKey $found "value" -}}
    {{- $value := $found.value -}}
    {{- if and (eq .kind "flag") (kindIs "string" $value) -}}{{- $value = eq (lower $value) "true" -}}{{- end -}}
    {{- if and (eq .kind "number") (kindIs "string" $value) -}}{{- $value = int64 $value -}}{{- end -}}
    {{- if and (eq .kind "list") (kindIs "string" $value) -}}
      {{- $items := list -}}
      {{- range splitList "," $value -}}{{- with trim . -}}{{- $items = append $items . -}}{{- end -}}{{- end -}}
      {{- $value = $items -}}
    {{- end -}}
    {{- if and (eq .kind "labels") (kindIs "string" $value) -}}
      {{- $labels := dict -}}
      {{- range splitList "," $value -}}
        {{- with trim . -}}
          {{- $pair := splitn "=" 2 . -}}
          {{- $_ := set $labels $pair._0 (default "" $pair._1) -}}
        {{- end -}}
      {{- end -}}
      {{- $value = $labels -}}
    {{- end -}}
    {{- with .words -}}{{- $value = get . (toString $value) -}}{{- end -}}
    {{- if hasKey . "default" -}}
      {{- $present := include "kube-ovn.get" (dict "in" $given "path" .path) | fromYaml -}}
      {{- if and (hasKey $present "value") (ne (toJson $present.value) (toJson .default)) (ne (toJson $present.value) (toJson $value)) -}}
        {{- $conflicts = append $conflicts (printf "%s and %s are the same value and differ: give one of them" .name .path) -}}
      {{- end -}}
    {{- end -}}
    {{- $_ := set $names .path .name -}}
    {{- include "kube-ovn.set" (dict "in" $values "path" .path "value" $value) -}}
  {{- end -}}
{{- end -}}
{{- include "kube-ovn.classicFamilies" (dict "given" $given "values" $values "names" $names "families" $table.families) -}}
{{- include "kube-ovn.foreignTags" (dict "values" $values "appVersion" .Chart.AppVersion) -}}
{{- $_ := set $values "names" $names -}}
{{- $_ := set $values "conflicts" $conflicts -}}
{{- toYaml $values -}}
{{- end -}}

{{/* in, path -> {value: ...}, or {} when there is none. */}}
{{- define "kube-ovn.get" -}}
{{- $at := .in -}}
{{- $found := true -}}
{{- range splitList "." .path -}}
  {{- if and $found (kindIs "map" $at) -}}
    {{- if hasKey $at . -}}{{- $at = get $at . -}}{{- else -}}{{- $found = false -}}{{- end -}}
  {{- else -}}
    {{- $found = false -}}
  {{- end -}}
{{- end -}}
{{- if and $found (not (kindIs "invalid" $at)) -}}{{- dict "value" $at | toYaml -}}{{- else -}}{}{{- end -}}
{{- end -}}

{{/* in, path, value: maps are laid over what is there. */}}
{{- define "kube-ovn.set" -}}
{{- $at := .in -}}
{{- $parts := splitList "." .path -}}
{{- range initial $parts -}}
  {{- if not (kindIs "map" (get $at .)) -}}{{- $_ := set $at . dict -}}{{- end -}}
  {{- $at = get $at . -}}
{{- end -}}
{{- $key := last $parts -}}
{{- $isMap := and (kindIs "map" .value) (kindIs "map" (get $at $key)) -}}
{{- if $isMap -}}
  {{- $_ := set $at $key (mergeOverwrite (get $at $key) .value) -}}
{{- else -}}
  {{- $_ := set $at $key .value -}}
{{- end -}}
{{- end -}}

{{/* Of the blocks ipv4, ipv6 and dual_stack of the classic chart the one counts that the stack names. */}}
{{- define "kube-ovn.classicFamilies" -}}
{{- $context := . -}}
{{- $stack := .values.networking.stack -}}
{{- $block := get (dict "IPv4" "ipv4" "IPv6" "ipv6" "Dual" "dual_stack") $stack -}}
{{- range .families -}}
  {{- $name := printf "%s.%s" $block .name -}}
  {{- $path := .path -}}
  {{- $found := include "kube-ovn.get" (dict "in" $context.given "path" $name) | fromYaml -}}
  {{- if hasKey $found "value" -}}
    {{- $texts := list -}}
    {{- range splitList "," $found.value -}}{{- $texts = append $texts (trim .) -}}{{- end -}}
    {{- $families := list "v4" -}}
    {{- if eq $stack "IPv6" -}}{{- $families = list "v6" -}}{{- end -}}
    {{- if eq $stack "Dual" -}}{{- $families = list "v4" "v6" -}}{{- end -}}
    {{- range $index, $family := $families -}}
      {{- $text := "" -}}
      {{- if lt $index (len $texts) -}}{{- $text = index $texts $index -}}{{- end -}}
      {{- $at := printf "%s.%s" $path $family -}}
      {{- $_ := set $context.names $at $name -}}
      {{- include "kube-ovn.set" (dict "in" $context.values "path" $at "value" $text) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{/* Old values files name the release of the product they were written for; its images have other programs in them. */}}
{{- define "kube-ovn.foreignTags" -}}
{{- $image := .values.global.images.kubeovn -}}
{{- if and (eq $image.repository "kube-ovn") (regexMatch "^v1\\.[0-9]+\\.[0-9]+(-(dpdk|debug|x86|arm))?$" (toString $image.tag)) -}}
  {{- $_ := set $image "tag" .appVersion -}}
{{- end -}}
{{- end -}}
