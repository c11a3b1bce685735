{{/*
A container that runs one command as the owner: (dict "root" $ "name" … "args" … "resources" …). "media" gives it the photographs
and documents: not to migrations, which run before a first installation has their volume.
*/}}
{{- define "abano.ownerContainer" -}}
name: {{ .name }}
{{ include "abano.container" (dict "root" .root "image" "platform") }}
args: {{ toJson .args }}
env:
  {{- include "abano.owning" .root | trim | nindent 2 }}
  {{- if .media }}
  {{- include "abano.mediaVariables" .root | trim | nindent 2 }}
  {{- end }}
  {{- with .more }}
  {{- . | nindent 2 }}
  {{- end }}
resources: {{- toYaml .resources | nindent 2 }}
volumeMounts:
  - { name: data, mountPath: /var/lib/abano }
  - { name: tmp, mountPath: /tmp }
  {{- if .media }}
  {{- include "abano.mediaMount" .root | nindent 2 }}
  {{- end }}
  {{- if .volume }}
  - { name: backups, mountPath: /backups }
  {{- end }}
{{- end }}

{{- define "abano.ownerVolumes" -}}
- name: data
  emptyDir: { sizeLimit: 64Mi }
- name: tmp
  emptyDir: { sizeLimit: 64Mi }
{{- end }}

{{- define "abano.backupClaim" -}}
{{ .Values.backup.existingClaim | default (printf "%s-backups" (include "abano.name" .)) }}
{{- end }}
