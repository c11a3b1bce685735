{{- define "abano.toDns" -}}
- to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
      podSelector: { matchLabels: { k8s-app: kube-dns } }
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end }}

{{- define "abano.toDatabase" -}}
{{- with .Values.networkPolicy.database }}
- ports:
    - { protocol: TCP, port: {{ .port }} }
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "abano.toClusters" -}}
{{- with .Values.networkPolicy.clusters }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "abano.toTraces" -}}
{{- if .Values.settings.tracesUrl }}
{{- $port := (urlParse .Values.settings.tracesUrl).host | splitList ":" | last }}
- to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ .Values.networkPolicy.monitoringNamespace }} } }
  ports:
    - { protocol: TCP, port: {{ ternary $port "4318" (regexMatch "^[0-9]+$" $port) }} }
{{- end }}
{{- end }}

{{- define "abano.toOutside" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        # Addresses within the cluster and the machine's own metadata service are not outside.
        except: [10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16]
  ports:
    {{- range .Values.networkPolicy.outsidePorts }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}

{{- define "abano.fromPrometheus" -}}
- from:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: {{ .Values.networkPolicy.monitoringNamespace }} } }
  ports:
    - { protocol: TCP, port: http }
{{- end }}

{{- define "abano.toMedia" -}}
{{- if eq .Values.media.storage "s3" }}
- ports:
    - { protocol: TCP, port: {{ .Values.networkPolicy.objectStorePort }} }
{{- end }}
{{- end }}
