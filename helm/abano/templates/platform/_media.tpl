{{/* Where photographs and documents are: settings of platform, worker, seed, toolbox and backup. */}}
{{- define "abano.mediaVariables" -}}
{{- $media := .Values.media }}
- { name: ABANO_MEDIA_COMPANY_MB, value: {{ $media.companyMb | quote }} }
{{- if eq $media.storage "s3" }}
- { name: ABANO_MEDIA, value: {{ required "media.s3.path must be an address such as s3://bucket/path" $media.s3.path | quote }} }
- { name: ABANO_S3_ENDPOINT, value: {{ $media.s3.endpoint | quote }} }
- { name: ABANO_S3_REGION, value: {{ $media.s3.region | quote }} }
{{- if not $media.s3.workloadIdentity }}
{{- $name := required "media.s3.secret.name must name the Secret with the store's credentials, or media.s3.workloadIdentity be true" $media.s3.secret.name }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_S3_ACCESS_KEY" "secret" $name "key" $media.s3.secret.accessKey) }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_S3_SECRET_KEY" "secret" $name "key" $media.s3.secret.secretKey) }}
{{- end }}
{{- else }}
{{- if and (eq $media.disk.accessMode "ReadWriteOnce") (eq .Values.platform.spread "DoNotSchedule") }}
{{- fail "media.disk.accessMode ReadWriteOnce keeps all copies on one node, and platform.spread DoNotSchedule forbids that: take media.storage s3, or a class with ReadWriteMany" }}
{{- end }}
- { name: ABANO_MEDIA, value: /var/lib/abano-media }
{{- end }}
{{- end }}

{{- define "abano.mediaMount" -}}
{{- if eq .Values.media.storage "disk" }}
- { name: media, mountPath: /var/lib/abano-media }
{{- end }}
{{- end }}

{{- define "abano.mediaVolume" -}}
{{- if eq .Values.media.storage "disk" }}
- name: media
  persistentVolumeClaim: { claimName: {{ .Values.media.disk.existingClaim | default (printf "%s-media" (include "abano.name" .)) }} }
{{- end }}
{{- end }}
