#!/bin/sh
# Prints new secrets; needs nothing but a POSIX shell with coreutils. Run it once for each installation and keep what it
# prints: other keys make stored secrets unreadable.
#
#   sh deploy/secrets.sh compose > .env
#   sh deploy/secrets.sh kubernetes | kubectl --namespace spanwise apply -f -
#
# With PostgreSQL and NATS from outside (production overlay), name them first:
#   DATABASE_HOST, DATABASE_PORT, DATABASE_NAME   host, 5432, spanwise
#   DATABASE_ADMIN_USER, DATABASE_ADMIN_PASSWORD  a superuser, for the provisioning alone; postgres, a new password
#   NATS_HOST, NATS_PORT                          nats, 4222; its users must get the passwords of the secret spanwise-nats
#   SPANWISE_ADMIN_PASSWORD                       password of the first owner; a new one
set -eu
umask 077

# Starts with a letter: NATS reads a value that starts with a digit as a number.
password() { printf 'p%s' "$(head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n')"; }
keyring() { printf 'k1:%s' "$(head -c 32 /dev/urandom | base64 | tr -d '\n')"; }

POSTGRES_PASSWORD=${DATABASE_ADMIN_PASSWORD:-$(password)}
DB_IAM_PASSWORD=$(password)
DB_APM_PASSWORD=$(password)
DB_APM_WRITER_PASSWORD=$(password)
DB_NOTIFY_PASSWORD=$(password)
DB_PROJECTOR_PASSWORD=$(password)
DB_PROJECTOR_WRITER_PASSWORD=$(password)
NATS_GATEWAY_PASSWORD=$(password)
NATS_IAM_PASSWORD=$(password)
NATS_APM_PASSWORD=$(password)
NATS_NOTIFY_PASSWORD=$(password)
NATS_PROJECTOR_PASSWORD=$(password)
NATS_OPERATOR_PASSWORD=$(password)
SPANWISE_TOKEN_KEYS=$(keyring)
SPANWISE_SECRET_KEYS=$(keyring)
SPANWISE_CURSOR_KEYS=$(keyring)
SPANWISE_ADMIN_PASSWORD=${SPANWISE_ADMIN_PASSWORD:-$(password)}

database=${DATABASE_HOST:-postgres}:${DATABASE_PORT:-5432}/${DATABASE_NAME:-spanwise}
nats=${NATS_HOST:-nats}:${NATS_PORT:-4222}
admin=${DATABASE_ADMIN_USER:-postgres}

compose() {
  cat <<EOF
POSTGRES_PASSWORD=$POSTGRES_PASSWORD
DB_IAM_PASSWORD=$DB_IAM_PASSWORD
DB_APM_PASSWORD=$DB_APM_PASSWORD
DB_APM_WRITER_PASSWORD=$DB_APM_WRITER_PASSWORD
DB_NOTIFY_PASSWORD=$DB_NOTIFY_PASSWORD
DB_PROJECTOR_PASSWORD=$DB_PROJECTOR_PASSWORD
DB_PROJECTOR_WRITER_PASSWORD=$DB_PROJECTOR_WRITER_PASSWORD
NATS_GATEWAY_PASSWORD=$NATS_GATEWAY_PASSWORD
NATS_IAM_PASSWORD=$NATS_IAM_PASSWORD
NATS_APM_PASSWORD=$NATS_APM_PASSWORD
NATS_NOTIFY_PASSWORD=$NATS_NOTIFY_PASSWORD
NATS_PROJECTOR_PASSWORD=$NATS_PROJECTOR_PASSWORD
NATS_OPERATOR_PASSWORD=$NATS_OPERATOR_PASSWORD
SPANWISE_TOKEN_KEYS=$SPANWISE_TOKEN_KEYS
SPANWISE_SECRET_KEYS=$SPANWISE_SECRET_KEYS
SPANWISE_CURSOR_KEYS=$SPANWISE_CURSOR_KEYS
SPANWISE_ADMIN_PASSWORD=$SPANWISE_ADMIN_PASSWORD
EOF
}

secret() {
  cat <<EOF
---
apiVersion: v1
kind: Secret
metadata:
  name: $1
  labels:
    app.kubernetes.io/part-of: spanwise
type: Opaque
stringData:
EOF
}

kubernetes() {
  secret spanwise-gateway
  cat <<EOF
  NATS_URL: nats://gateway:$NATS_GATEWAY_PASSWORD@$nats
EOF
  secret spanwise-iam
  cat <<EOF
  NATS_URL: nats://iam:$NATS_IAM_PASSWORD@$nats
  DATABASE_URL: postgres://spanwise_iam:$DB_IAM_PASSWORD@$database
  SPANWISE_TOKEN_KEYS: $SPANWISE_TOKEN_KEYS
  SPANWISE_SECRET_KEYS: $SPANWISE_SECRET_KEYS
  SPANWISE_ADMIN_PASSWORD: "$SPANWISE_ADMIN_PASSWORD"
EOF
  secret spanwise-apm
  cat <<EOF
  NATS_URL: nats://apm:$NATS_APM_PASSWORD@$nats
  DATABASE_URL: postgres://spanwise_apm:$DB_APM_PASSWORD@$database
  DATABASE_WRITER_URL: postgres://spanwise_apm_writer:$DB_APM_WRITER_PASSWORD@$database
  SPANWISE_CURSOR_KEYS: $SPANWISE_CURSOR_KEYS
EOF
  secret spanwise-notify
  cat <<EOF
  NATS_URL: nats://notify:$NATS_NOTIFY_PASSWORD@$nats
  DATABASE_URL: postgres://spanwise_notify:$DB_NOTIFY_PASSWORD@$database
  SPANWISE_SECRET_KEYS: $SPANWISE_SECRET_KEYS
EOF
  secret spanwise-projector
  cat <<EOF
  NATS_URL: nats://projector:$NATS_PROJECTOR_PASSWORD@$nats
  DATABASE_URL: postgres://spanwise_projector:$DB_PROJECTOR_PASSWORD@$database
  DATABASE_WRITER_URL: postgres://spanwise_projector_writer:$DB_PROJECTOR_WRITER_PASSWORD@$database
EOF
  secret spanwise-database-admin
  cat <<EOF
  SPANWISE_ADMIN_DATABASE_URL: postgres://$admin:$POSTGRES_PASSWORD@$database
  SPANWISE_DB_PASSWORDS: '{"spanwise_iam":"$DB_IAM_PASSWORD","spanwise_apm":"$DB_APM_PASSWORD","spanwise_apm_writer":"$DB_APM_WRITER_PASSWORD","spanwise_notify":"$DB_NOTIFY_PASSWORD","spanwise_projector":"$DB_PROJECTOR_PASSWORD","spanwise_projector_writer":"$DB_PROJECTOR_WRITER_PASSWORD"}'
EOF
  secret spanwise-postgres
  cat <<EOF
  POSTGRES_PASSWORD: "$POSTGRES_PASSWORD"
EOF
  secret spanwise-nats
  cat <<EOF
  NATS_GATEWAY_PASSWORD: $NATS_GATEWAY_PASSWORD
  NATS_IAM_PASSWORD: $NATS_IAM_PASSWORD
  NATS_APM_PASSWORD: $NATS_APM_PASSWORD
  NATS_NOTIFY_PASSWORD: $NATS_NOTIFY_PASSWORD
  NATS_PROJECTOR_PASSWORD: $NATS_PROJECTOR_PASSWORD
  NATS_OPERATOR_PASSWORD: $NATS_OPERATOR_PASSWORD
EOF
}

case "${1:-}" in
  compose) compose ;;
  kubernetes) kubernetes ;;
  *)
    echo "usage: sh deploy/secrets.sh compose|kubernetes" >&2
    exit 2
    ;;
esac
