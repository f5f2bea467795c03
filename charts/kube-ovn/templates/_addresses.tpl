{{/* "10.16.0.0/16" -> its first 16 bits as text; an address without a length -> all bits. "" when it is none. */}}
{{- define "kube-ovn.bits" -}}
{{- $parts := splitList "/" (toString .) -}}
{{- $address := first $parts -}}
{{- $bits := "" -}}
{{- if regexMatch "^[0-9]{1,3}(\\.[0-9]{1,3}){3}$" $address -}}
  {{- range splitList "." $address -}}{{- $bits = printf "%s%08b" $bits (atoi .) -}}{{- end -}}
  {{- if ne (len $bits) 32 -}}{{- $bits = "" -}}{{- end -}}
{{- else if regexMatch "^[0-9a-fA-F:]*:[0-9a-fA-F:]*$" $address -}}
  {{- $digits := dict "0" "0000" "1" "0001" "2" "0010" "3" "0011" "4" "0100" "5" "0101" "6" "0110" "7" "0111" "8" "1000" "9" "1001" "a" "1010" "b" "1011" "c" "1100" "d" "1101" "e" "1110" "f" "1111" -}}
  {{- $halves := splitList "::" $address -}}
  {{- $groups := list -}}
  {{- with first $halves -}}{{- $groups = splitList ":" . -}}{{- end -}}
  {{- if eq (len $halves) 2 -}}
    {{- $tail := list -}}
    {{- with last $halves -}}{{- $tail = splitList ":" . -}}{{- end -}}
    {{- range until (int (max 0 (sub 8 (add (len $groups) (len $tail))))) -}}{{- $groups = append $groups "0" -}}{{- end -}}
    {{- $groups = concat $groups $tail -}}
  {{- end -}}
  {{- range $groups -}}
    {{- $group := printf "%s%s" (repeat (int (max 0 (sub 4 (len .)))) "0") (lower .) -}}
    {{- range regexFindAll "." $group -1 -}}{{- $bits = printf "%s%s" $bits (get $digits .) -}}{{- end -}}
  {{- end -}}
  {{- if ne (len $bits) 128 -}}{{- $bits = "" -}}{{- end -}}
{{- end -}}
{{- if and $bits (eq (len $parts) 2) -}}
  {{- $length := atoi (last $parts) -}}
  {{- if gt $length (len $bits) -}}{{- $bits = "" -}}{{- else -}}{{- $bits = trunc $length $bits -}}{{- end -}}
{{- end -}}
{{- $bits -}}
{{- end -}}

{{/* "true" when one of two networks is inside the other: the shorter prefix begins the longer one. */}}
{{- define "kube-ovn.overlap" -}}
{{- $a := include "kube-ovn.bits" (first .) -}}
{{- $b := include "kube-ovn.bits" (last .) -}}
{{- if and $a $b (or (hasPrefix $a $b) (hasPrefix $b $a)) -}}true{{- end -}}
{{- end -}}

{{/* A list, or a text with commas, as text with commas. */}}
{{- define "kube-ovn.comma" -}}
{{- if kindIs "slice" . -}}{{- join "," . -}}{{- else -}}{{- toString . -}}{{- end -}}
{{- end -}}

{{/* stack, pair {v4, v6} -> "v4", "v6" or "v4,v6" */}}
{{- define "kube-ovn.families" -}}
{{- $parts := list -}}
{{- if and (ne .stack "IPv6") .pair.v4 -}}{{- $parts = append $parts .pair.v4 -}}{{- end -}}
{{- if and (ne .stack "IPv4") .pair.v6 -}}{{- $parts = append $parts .pair.v6 -}}{{- end -}}
{{- join "," $parts -}}
{{- end -}}
