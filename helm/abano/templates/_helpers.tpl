{{- define "abano.name" -}}
{{- if contains "abano" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-abano" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that find a component's pods. Call with (dict "root" $ "component" "worker"). */}}
{{- define "abano.selector" -}}
app.kubernetes.io/name: abano
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "abano.labels" -}}
{{ include "abano.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: abano
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* The reference of the image "platform" or "analytics". */}}
{{- define "abano.image" -}}
{{- $image := .root.Values.image }}
{{- $path := index $image .image }}
{{- $digest := index $image (printf "%sDigest" .image) }}
{{- if $image.registry }}{{ $image.registry }}/{{ end }}{{ $path }}
{{- if $digest }}@{{ $digest }}{{ else }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* What every pod has in common: no privileges, no root, no access to the cluster API. */}}
{{- define "abano.pod" -}}
serviceAccountName: {{ include "abano.name" .root }}-{{ .account | default .component }}
automountServiceAccountToken: false
# Service addresses as variables such as ABANO_PORT would be taken for settings, and refused.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "abano.container" -}}
image: {{ include "abano.image" (dict "root" .root "image" .image) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Labels and annotations of a component's pods: (dict … "values" its values). The chart's own labels win. */}}
{{- define "abano.podMetadata" -}}
labels: {{- mustMerge (include "abano.labels" . | fromYaml) (deepCopy .values.podLabels) | toYaml | nindent 2 }}
{{- with .values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where pods may run: called with the component's values. */}}
{{- define "abano.placement" -}}
{{- range $key := list "nodeSelector" "tolerations" "affinity" }}
{{- with index $ $key }}
{{ $key }}: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{/*
Copies apart from each other, over zones and nodes. Nodes that are being drained do not count: with them, an evicted copy
could find no place and the drain would wait for it for ever. Zones are only preferred, since a zone can be lost or unnamed.
*/}}
{{- define "abano.spread" -}}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: {{ ternary $.when "ScheduleAnyway" (eq $key "kubernetes.io/hostname") }}
    nodeTaintsPolicy: Honor
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels: {{- include "abano.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}
