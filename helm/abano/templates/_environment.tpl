{{/* One variable from a Secret: (dict "variable" … "secret" … "key" …). */}}
{{- define "abano.secretVariable" -}}
- name: {{ .variable }}
  valueFrom: { secretKeyRef: { name: {{ .secret }}, key: {{ .key }} } }
{{- end }}

{{/* The two keys that production insists on. */}}
{{- define "abano.keys" -}}
{{- $keys := .Values.secrets.keys }}
{{- include "abano.secretVariable" (dict "variable" "ABANO_SECRET_KEY" "secret" $keys.name "key" $keys.secretKey) }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_INTERNAL_SECRET" "secret" $keys.name "key" $keys.internalKey) }}
{{- end }}

{{- define "abano.common" -}}
- { name: ABANO_ENV, value: production }
- { name: ABANO_HOST, value: 0.0.0.0 }
- { name: ABANO_DATA_DIR, value: /var/lib/abano }
{{- end }}

{{- define "abano.telemetry" -}}
{{- if .Values.settings.tracesUrl }}
- { name: ABANO_TRACES_URL, value: {{ .Values.settings.tracesUrl | quote }} }
- { name: ABANO_TRACES_RATIO, value: {{ .Values.settings.tracesRatio | quote }} }
{{- end }}
{{- with .Values.secrets.errorReports }}
{{- if .name }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_SENTRY_DSN" "secret" .name "key" .key) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Further Postgres clusters: (dict "root" $ "key" "appKey" or "ownerKey"). */}}
{{- define "abano.clusters" -}}
{{- $secret := .root.Values.secrets.clusters }}
{{- if $secret.name }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_CLUSTERS" "secret" $secret.name "key" (index $secret .key)) }}
{{- if and (eq .key "ownerKey") $secret.movesKey }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_MOVES_URL" "secret" $secret.name "key" $secret.movesKey) }}
{{- end }}
{{- end }}
{{- end }}

{{/* Platform and worker: as the application and the reporting role, never as the owner. */}}
{{- define "abano.serving" -}}
{{ include "abano.common" . }}
{{ include "abano.keys" . }}
{{- $database := .Values.secrets.database }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_APP_URL" "secret" $database.name "key" $database.appKey) }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_REPORTING_URL" "secret" $database.name "key" $database.reportingKey) }}
{{- include "abano.clusters" (dict "root" . "key" "appKey") }}
{{- with .Values.settings.operatorHost }}
- { name: ABANO_OPERATOR_HOST, value: {{ . | quote }} }
{{- end }}
{{- with .Values.settings.siteDomain }}
- { name: ABANO_SITE_DOMAIN, value: {{ . | quote }} }
{{- end }}
{{- $signUp := .Values.settings.signUp }}
{{- if ne $signUp.mode "off" }}
{{- if not .Values.settings.siteDomain }}
{{- fail "settings.signUp.mode needs settings.siteDomain" }}
{{- end }}
- { name: ABANO_SIGN_UP, value: {{ $signUp.mode | quote }} }
{{- with $signUp.botCheckKey }}
- { name: ABANO_SIGN_UP_BOT_CHECK_KEY, value: {{ . | quote }} }
{{- $secret := $.Values.secrets.signUpBotCheck }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_SIGN_UP_BOT_CHECK_SECRET" "secret" (required "settings.signUp.botCheckKey needs secrets.signUpBotCheck.name" $secret.name) "key" $secret.key) }}
{{- end }}
{{- end }}
{{- if or .Values.settings.operatorHost (ne $signUp.mode "off") }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_OPERATOR_URL" "secret" $database.name "key" $database.operatorKey) }}
{{- end }}
- { name: ABANO_PREPARE_STATEMENTS, value: {{ .Values.settings.prepareStatements | quote }} }
- { name: ABANO_STATEMENT_SECONDS, value: {{ .Values.settings.statementSeconds | quote }} }
- { name: ABANO_TASK_STATEMENT_SECONDS, value: {{ .Values.settings.taskStatementSeconds | quote }} }
- { name: ABANO_MAIL_FROM, value: {{ .Values.settings.mailFrom | quote }} }
{{- if .Values.settings.ratesUrl }}
- { name: ABANO_RATES_URL, value: {{ .Values.settings.ratesUrl | quote }} }
{{- end }}
- { name: ABANO_TRUSTED_PROXIES, value: {{ .Values.settings.trustedProxies | quote }} }
- { name: ABANO_ANALYTICS_URL, value: "http://{{ include "abano.name" . }}-analytics:8010" }
{{- with .Values.secrets.smtp }}
{{- if .name }}
{{- if regexMatch "@(abano\\.example|.*localhost)>?$" $.Values.settings.mailFrom }}
{{- fail "settings.mailFrom must be an address of yours: with secrets.smtp mail is sent for real" }}
{{- end }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_SMTP_URL" "secret" .name "key" .key) }}
{{- end }}
{{- end }}
{{- include "abano.telemetry" . }}
{{- end }}

{{/* Migrations, seed, toolbox, backup, the worker of the clusters: as the owner of the schema. */}}
{{- define "abano.owning" -}}
{{ include "abano.common" . }}
{{ include "abano.keys" . }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_DATABASE_URL" "secret" .Values.secrets.database.name "key" .Values.secrets.database.ownerKey) }}
{{- with .Values.operations.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Where the DuckLake is: its files, their catalog. */}}
{{- define "abano.lake" -}}
{{- $name := required "analytics.ducklake.secret.name must name the Secret with the catalog's address and the store's credentials" .secret.name }}
- { name: ABANO_WAREHOUSE, value: {{ printf "ducklake:%s" (required "analytics.ducklake.path must be an address such as s3://bucket/path" .path) | quote }} }
- { name: ABANO_S3_ENDPOINT, value: {{ .endpoint | quote }} }
- { name: ABANO_S3_REGION, value: {{ .region | quote }} }
{{ include "abano.secretVariable" (dict "variable" "ABANO_WAREHOUSE_CATALOG_URL" "secret" $name "key" .secret.catalogKey) }}
{{- if not .workloadIdentity }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_S3_ACCESS_KEY" "secret" $name "key" .secret.accessKey) }}
{{ include "abano.secretVariable" (dict "variable" "ABANO_S3_SECRET_KEY" "secret" $name "key" .secret.secretKey) }}
{{- end }}
{{- end }}

{{/* What a component's values add; called with them. */}}
{{- define "abano.extraEnv" -}}
{{- with .extraEnv }}
{{- toYaml . }}
{{- end }}
{{- end }}
