{{/* The pod of the analytics service, the same for both kinds of warehouse. */}}
{{- define "abano.analyticsPod" -}}
{{- $of := dict "root" $ "component" "analytics" "values" .Values.analytics "image" "analytics" "when" "ScheduleAnyway" }}
{{- $lake := eq .Values.analytics.warehouse "ducklake" }}
metadata: {{- include "abano.podMetadata" $of | nindent 2 }}
spec:
  {{- include "abano.pod" $of | nindent 2 }}
  {{- if $lake }}
  {{- include "abano.spread" $of | nindent 2 }}
  {{- end }}
  {{- include "abano.placement" .Values.analytics | nindent 2 }}
  # A batch that is being written is finished or rolled back.
  terminationGracePeriodSeconds: 30
  containers:
    - name: analytics
      {{- include "abano.container" $of | nindent 6 }}
      env:
        {{- include "abano.common" . | nindent 8 }}
        {{- $keys := .Values.secrets.keys }}
        {{- include "abano.secretVariable" (dict "variable" "ABANO_INTERNAL_SECRET" "secret" $keys.name "key" $keys.internalKey) | nindent 8 }}
        {{- $database := .Values.secrets.database }}
        {{- include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_REPORTING_URL" "secret" $database.name "key" $database.analyticsKey) | nindent 8 }}
        - { name: ABANO_ANALYTICS_PORT, value: "8010" }
        - { name: ABANO_WAREHOUSE_MEMORY_MB, value: {{ .Values.analytics.memoryMb | quote }} }
        - { name: ABANO_INGEST_SECONDS, value: {{ .Values.analytics.ingestSeconds | quote }} }
        {{- if $lake }}
        {{- include "abano.lake" .Values.analytics.ducklake | nindent 8 }}
        {{- end }}
        {{- include "abano.telemetry" . | trim | nindent 8 }}
        {{- include "abano.extraEnv" .Values.analytics | nindent 8 }}
      ports:
        - { name: http, containerPort: 8010 }
      startupProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: 60
      # Not ready while the warehouse is built again from Postgres; the admin then sees the last figures, marked stale.
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      livenessProbe:
        httpGet: { path: /healthz, port: http }
        periodSeconds: 15
        timeoutSeconds: 5
        failureThreshold: 6
      lifecycle:
        # Keeps answering until the platform's pods know that this one is leaving.
        preStop:
          sleep: { seconds: 5 }
      resources: {{- toYaml .Values.analytics.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /var/lib/abano }
        - { name: tmp, mountPath: /tmp }
  volumes:
    - name: data
      {{- if $lake }}
      emptyDir: { sizeLimit: 2Gi }
      {{- else }}
      persistentVolumeClaim: { claimName: {{ .Values.analytics.duckdb.existingClaim | default (printf "%s-analytics" (include "abano.name" .)) }} }
      {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 1Gi }
{{- end }}
