{{/*
How many copies of the platform to ask for. Under an autoscaler: as many as there are, within its bounds, so that an upgrade
takes none away and waits for all of them. Left out, Kubernetes would go back to one until the autoscaler looks again.
Where no cluster can be asked (`helm template`), the fewest.
*/}}
{{- define "abano.copies" -}}
{{- $scaler := .Values.platform.autoscaling }}
{{- if $scaler.enabled }}
{{- $live := lookup "apps/v1" "Deployment" .Release.Namespace (printf "%s-platform" (include "abano.name" .)) | default dict }}
{{- min $scaler.maxReplicas (max $scaler.minReplicas (dig "spec" "replicas" 0 $live)) }}
{{- else }}
{{- .Values.platform.replicas }}
{{- end }}
{{- end }}
