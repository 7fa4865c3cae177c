export interface paths {
    "/api/v1/auth/signin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Selects the first organization of the user. The token is a JWT for 24 hours.
         */
        post: operations["signInSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/signout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["signInSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is calling */
        get: operations["signInMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys that verify sign-in tokens (RFC 7517) */
        get: operations["signInKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Effective access of the caller */
        get: operations["capabilitiesCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API tokens of the organization */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make an API token
         * @description The token is in this answer and can never be read again. Without a role it may send telemetry only. It never may more than its maker may at the time of a call.
         */
        post: operations["createTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/tokens/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller’s ingest token of this organization
         * @description Made at the first call. It may send telemetry only, and unlike other tokens it is shown again.
         */
        get: operations["tokensDefault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API token
         * @description It is refused everywhere within a second.
         */
        delete: operations["revokeTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s profile */
        get: operations["profileProfile"];
        /**
         * Change the own profile
         * @description Members that are left out stay as they are; an empty avatar_url clears it.
         */
        put: operations["updateProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller’s preferences
         * @description Those of the organization, or the product’s, while the caller has none.
         */
        get: operations["profilePreferences"];
        /**
         * Set the own preferences
         * @description Members that are left out get their defaults.
         */
        put: operations["profileUpdatePreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the own password
         * @description Ends every other session of the caller.
         */
        post: operations["profileChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller’s sessions
         * @description The session of this call comes first.
         */
        get: operations["profileSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of the own sessions */
        delete: operations["profileRevokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preferences of members who have set none */
        get: operations["profileWorkspacePreferences"];
        /** Set the preferences of members who have set none */
        put: operations["profileUpdateWorkspacePreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Request rate, errors and duration of the whole organization */
        get: operations["apmOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/services": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Services */
        get: operations["apmServices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/services/{service}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One service: summary, trend, transactions, dependencies, errors and versions
         * @description The name of the path wins over the `service` filter. Several identities are merged unless filters choose one.
         */
        get: operations["apmService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Transactions, ranked by total time or by what `sort` names */
        get: operations["apmTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/transactions/{transaction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One transaction: trend, affected errors and versions */
        get: operations["apmTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/dependencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What services call */
        get: operations["apmDependencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Groups of equal errors */
        get: operations["apmErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/errors/{fingerprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One error group: trend, affected transactions and versions, stack and samples */
        get: operations["apmError"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apm/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** State of the projection: shards, lag, boundaries and gaps */
        get: operations["apmHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/connector-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Connector types and what each can do */
        get: operations["connectorsTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/connectors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Connectors of the organization */
        get: operations["listConnectors"];
        put?: never;
        /**
         * Make a connector
         * @description Secrets of `config` are encrypted and read back as `***`. Its members depend on the type; unknown ones are refused.
         */
        post: operations["createConnectors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/connectors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One connector */
        get: operations["readConnectors"];
        /**
         * Change a connector
         * @description What is omitted stays. In a sent `config`, `***` keeps the stored secret and a member that is left out is removed.
         */
        put: operations["updateConnectors"];
        post?: never;
        /** Delete a connector */
        delete: operations["deleteConnectors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/connectors/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver a test message
         * @description A delivery that the provider refused is 200 with `sent` false and the reason in `error`.
         */
        post: operations["testConnectors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Endpoints of a user
         * @description One’s own need no permission, those of others `org.members.read` and, to change them, `org.members.manage`.
         */
        get: operations["listUserEndpoints"];
        put?: never;
        /**
         * Add an endpoint
         * @description It is used once it is verified. `verified` true needs `org.members.manage`.
         */
        post: operations["createUserEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One endpoint */
        get: operations["readUserEndpoints"];
        /**
         * Change an endpoint
         * @description What is omitted stays. Another connector or identity has to be verified again.
         */
        put: operations["updateUserEndpoints"];
        post?: never;
        /** Delete an endpoint */
        delete: operations["deleteUserEndpoints"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-endpoints/{id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an endpoint
         * @description Without a code: verifies at once with `org.members.manage`, else sends a code there. With the code: confirms it.
         */
        post: operations["userEndpointsVerify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver a test message to an endpoint */
        post: operations["testUserEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notification preferences of a user
         * @description One’s own need no permission, those of others `org.members.read` and, to change them, `org.members.manage`.
         */
        get: operations["userEndpointsPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/notify-preferences/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the preference of a category */
        put: operations["userEndpointsSetPreference"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/organization-defaults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Default routes of the organization */
        get: operations["listDefaultRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/organization-defaults/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Default routes of the organization for a category */
        get: operations["readDefaultRoutes"];
        /** Set the default routes of the organization for a category */
        put: operations["defaultRoutesSet"];
        post?: never;
        /** Delete the default routes of the organization for a category */
        delete: operations["deleteDefaultRoutes"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/team-defaults/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Default routes of a team */
        get: operations["defaultRoutesListOfTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/team-defaults/{team_id}/{category}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Default routes of a team for a category */
        get: operations["defaultRoutesReadOfTeam"];
        /** Set the default routes of a team for a category */
        put: operations["defaultRoutesSetOfTeam"];
        post?: never;
        /** Delete the default routes of a team for a category */
        delete: operations["defaultRoutesDeleteOfTeam"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/template-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What templates may name, and texts to start from */
        get: operations["templatesFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Templates of the organization */
        get: operations["listTemplates"];
        put?: never;
        /** Make a template */
        post: operations["createTemplates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One template */
        get: operations["readTemplates"];
        /** Change a template */
        put: operations["updateTemplates"];
        post?: never;
        /** Delete a template */
        delete: operations["deleteTemplates"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/recipient-resolver-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ways to find the recipients of an event */
        get: operations["policiesResolverTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Policies of the organization, by priority */
        get: operations["listPolicies"];
        put?: never;
        /** Make a policy */
        post: operations["createPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/policies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a policy would do with an event
         * @description Sends nothing and keeps nothing.
         */
        post: operations["policiesPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One policy */
        get: operations["readPolicies"];
        /** Replace a policy */
        put: operations["updatePolicies"];
        post?: never;
        /** Delete a policy */
        delete: operations["deletePolicies"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/policies/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the stored policy would do with an event
         * @description Sends nothing.
         */
        post: operations["testPolicies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries, the newest first
         * @description `limit` is 100 without a value.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery */
        get: operations["readDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/deliveries/{id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge the event of a delivery
         * @description What was delivered of the event is acknowledged; what still waits is not sent any more.
         */
        post: operations["deliveriesAcknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notify/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Try a failed delivery again */
        post: operations["deliveriesRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health of the whole product
         * @description 503 with the same body, `status` degraded and a `reason`, while something is wrong.
         */
        get: operations["probesHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness for traffic
         * @description 503 with the same body while the log is replayed.
         */
        get: operations["probesReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Version and edition */
        get: operations["probesVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Spans of OpenTelemetry (OTLP/HTTP)
         * @description An `ExportTraceServiceRequest` as protobuf or JSON, see https://opentelemetry.io/docs/specs/otlp/. 200 means that every span is durable. Spans that
         *     cannot be counted are named in `partial_success`. Errors are a `google.rpc.Status` in the encoding of the request.
         *     Up to 16 MiB as sent and 64 MiB inflated.
         */
        post: operations["sendTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Spans of OpenTelemetry (OTLP/HTTP)
         * @description An `ExportTraceServiceRequest` as protobuf or JSON, see https://opentelemetry.io/docs/specs/otlp/. 200 means that every span is durable. Spans that
         *     cannot be counted are named in `partial_success`. Errors are a `google.rpc.Status` in the encoding of the request.
         *     Up to 16 MiB as sent and 64 MiB inflated.
         */
        post: operations["sendTracesAtDefaultPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus metrics of the gateway process and of the subsystems */
        get: operations["processMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This process runs */
        get: operations["processHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This process can serve */
        get: operations["processReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Version */
        get: operations["processVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ErrorBody: {
            error: components["schemas"]["ErrorKind"];
            message: string;
            request_id: string;
            details?: components["schemas"]["ErrorDetail"][];
        };
        /** @enum {string} */
        ErrorKind: "invalid_argument" | "cancelled" | "unauthorized" | "payment_required" | "forbidden" | "not_found" | "conflict" | "payload_too_large" | "resource_exhausted" | "internal" | "unavailable";
        ErrorDetail: {
            field: string;
            reason: string;
        };
        SignInReply: {
            token: string;
            user_id: string;
            email: string;
            display_name: string;
            org_id: string;
            org_name: string;
            display_role: string;
            roles: components["schemas"]["RoleRef"][];
        };
        RoleRef: {
            id: string;
            key: string;
            name: string;
            builtin: boolean;
        };
        Me: {
            user_id: string;
            email: string;
            display_name: string;
            org_id: string;
            org_name: string;
            display_role: string;
            roles: components["schemas"]["RoleRef"][];
            /** @enum {string} */
            scope: "organization" | "system" | "api_token";
        };
        PublicKey: {
            kid: string;
            kty: string;
            crv: string;
            x: string;
            y: string;
            /** @constant */
            alg: "ES256";
            /** @constant */
            use: "sig";
        };
        Capabilities: {
            organization_id: string;
            /** @enum {string} */
            scope: "organization" | "system" | "api_token";
            display_role: string;
            roles: components["schemas"]["RoleRef"][];
            permissions: string[];
            features: string[];
            version: number;
            route_catalog_version: number;
            routes: components["schemas"]["CapabilityRoute"][];
        };
        CapabilityRoute: {
            id: string;
            path_pattern: string;
            allowed: boolean;
            navigation_group?: string;
            navigation_position?: number;
        };
        ApiTokenView: {
            id: string;
            prefix: string;
            name: string;
            role_id: string;
            role_key: string;
            role_name: string;
            /** @enum {string} */
            token_kind: "personal" | "default_ingestion";
            scopes?: string[];
            expires_at_micros?: number;
            last_used_at_micros?: number;
            revoked: boolean;
            created_at_micros: number;
        };
        CreatedApiToken: {
            id: string;
            prefix: string;
            role_id: string;
            role_key: string;
            role_name: string;
            /** @enum {string} */
            token_kind: "personal" | "default_ingestion";
            scopes?: string[];
            expires_at_micros?: number;
            created_at_micros: number;
            token: string;
        };
        Profile: {
            user_id: string;
            email: string;
            username: string;
            display_name: string;
            avatar_url?: string;
            bio: string;
            org_id: string;
            org_name: string;
            org_slug: string;
            display_role: string;
            created_at_micros: number;
        };
        Preferences: {
            /** @enum {string} */
            theme: "system" | "dark" | "light";
            /** @enum {string} */
            density: "compact" | "normal" | "comfortable";
            /** @enum {string} */
            language: "en-us" | "zh-cn";
            default_home_route: string;
            /** @enum {string} */
            time_format: "iso_24h" | "local_12h";
            /** @enum {string} */
            date_format: "yyyy_mm_dd_dash" | "yyyy_mm_dd_slash" | "dd_mm_yyyy_slash" | "mm_dd_yyyy_slash";
            keyboard_shortcuts_enabled: boolean;
            /** @description IANA time zone, or empty */
            timezone: string;
        };
        SessionView: {
            id: string;
            org_id: string;
            /** @enum {string} */
            scope: "organization" | "system";
            current: boolean;
            address?: string;
            user_agent?: string;
            created_at_micros: number;
            last_seen_at_micros: number;
            expires_at_micros: number;
        };
        Overview: {
            red: components["schemas"]["RedSummary"];
            trend: components["schemas"]["TrendPoint"][];
            service_health: {
                healthy: number;
                warning: number;
                critical: number;
                no_traffic: number;
            };
            services: components["schemas"]["ServiceSummary"][];
            top_transactions: components["schemas"]["TransactionSummary"][];
            top_dependencies: components["schemas"]["DependencySummary"][];
            top_errors: components["schemas"]["ErrorSummary"][];
            recent_versions: components["schemas"]["VersionSummary"][];
            meta: components["schemas"]["Meta"];
        };
        RedSummary: {
            request_count: number;
            error_count: number;
            error_rate: number;
            duration_sum_micros: number;
            duration_average_micros?: number;
            p50_micros?: number;
            p95_micros?: number;
            p99_micros?: number;
            max_micros?: number;
            sampled_count: number;
            request_rate?: number;
            apdex?: number;
            latency_partial: boolean;
            exemplars: components["schemas"]["Exemplar"][];
        };
        Exemplar: {
            trace_id: string;
            span_id: string;
            event_time: number;
            duration_micros: number;
            trace_available: boolean;
        };
        TrendPoint: {
            bucket_at: number;
            red: components["schemas"]["RedSummary"];
        };
        ServiceSummary: {
            service: components["schemas"]["ServiceIdentity"];
            first_seen_at: number;
            last_seen_at: number;
            instrumentation: {
                runtime_language?: string;
                telemetry_sdk_name?: string;
                telemetry_sdk_version?: string;
                recent_instance_count: number;
            };
            versions: string[];
            red: components["schemas"]["RedSummary"];
            health: components["schemas"]["ServiceHealth"];
            traces: components["schemas"]["SignalFilterHandle"];
        };
        ServiceIdentity: {
            namespace: string;
            name: string;
            environment: string;
        };
        /** @enum {string} */
        ServiceHealth: "healthy" | "warning" | "critical" | "no_traffic";
        SignalFilterHandle: {
            namespace: string;
            service: string;
            environment: string;
            version?: string;
            transaction?: string;
            dependency?: string;
            error_fingerprint?: string;
            from: number;
            to: number;
        };
        TransactionSummary: {
            service: components["schemas"]["ServiceIdentity"];
            version?: string;
            transaction: {
                name: string;
                kind: string;
            };
            red: components["schemas"]["RedSummary"];
            total_time_micros: number;
            traces: components["schemas"]["SignalFilterHandle"];
        };
        DependencySummary: {
            service: components["schemas"]["ServiceIdentity"];
            version?: string;
            dependency: {
                category: string;
                target: string;
                operation?: string;
            };
            red: components["schemas"]["RedSummary"];
            total_time_micros: number;
            traces: components["schemas"]["SignalFilterHandle"];
        };
        ErrorSummary: {
            error: {
                fingerprint: string;
                error_type: string;
                application_frame?: string;
                transaction_name?: string;
                overflow: boolean;
            };
            service: components["schemas"]["ServiceIdentity"];
            first_seen_at: number;
            last_seen_at: number;
            occurrence_count: number;
            representative_message?: string;
            red: components["schemas"]["RedSummary"];
            traces: components["schemas"]["SignalFilterHandle"];
        };
        VersionSummary: {
            service: components["schemas"]["ServiceIdentity"];
            version: string;
            first_seen_at: number;
            last_seen_at: number;
            observation_count: number;
        };
        Meta: {
            range: {
                from: number;
                to: number;
            };
            resolution: components["schemas"]["Resolution"];
            projection_started_at: number;
            last_complete_bucket_at: number;
            data_quality: {
                partial: boolean;
                gaps: components["schemas"]["Gap"][];
                overflow_dimensions: string[];
            };
            activation_boundary: boolean;
            accuracy: {
                quantile_relative_error: number;
                sampling: {
                    exact: number;
                    adjusted: number;
                    unknown: number;
                };
            };
        };
        /** @enum {string} */
        Resolution: "minute" | "hour";
        Gap: {
            range: {
                start: number;
                end: number;
            };
            reason: string;
            dropped_facts: number;
            recorded_at: number;
        };
        Page_ServiceSummary: {
            meta: components["schemas"]["Meta"];
            items: components["schemas"]["ServiceSummary"][];
            next_cursor: string | null;
            previous_cursor: string | null;
            has_more: boolean;
            sort: string;
        };
        Page_TransactionSummary: {
            meta: components["schemas"]["Meta"];
            items: components["schemas"]["TransactionSummary"][];
            next_cursor: string | null;
            previous_cursor: string | null;
            has_more: boolean;
            sort: string;
        };
        Page_DependencySummary: {
            meta: components["schemas"]["Meta"];
            items: components["schemas"]["DependencySummary"][];
            next_cursor: string | null;
            previous_cursor: string | null;
            has_more: boolean;
            sort: string;
        };
        Page_ErrorSummary: {
            meta: components["schemas"]["Meta"];
            items: components["schemas"]["ErrorSummary"][];
            next_cursor: string | null;
            previous_cursor: string | null;
            has_more: boolean;
            sort: string;
        };
        ServiceDetail: {
            service: {
                identities: components["schemas"]["ServiceIdentity"][];
                service: components["schemas"]["ServiceIdentity"];
                first_seen_at: number;
                last_seen_at: number;
                instrumentation: {
                    runtime_language?: string;
                    telemetry_sdk_name?: string;
                    telemetry_sdk_version?: string;
                    recent_instance_count: number;
                };
                versions: string[];
                red: components["schemas"]["RedSummary"];
                health: components["schemas"]["ServiceHealth"];
                traces: components["schemas"]["SignalFilterHandle"];
            };
            red: components["schemas"]["RedSummary"];
            trend: components["schemas"]["TrendPoint"][];
            transactions: components["schemas"]["TransactionSummary"][];
            dependencies: components["schemas"]["DependencySummary"][];
            errors: components["schemas"]["ErrorSummary"][];
            versions: components["schemas"]["VersionSummary"][];
            meta: components["schemas"]["Meta"];
        };
        TransactionDetail: {
            transaction: {
                identities: components["schemas"]["ServiceIdentity"][];
                service: components["schemas"]["ServiceIdentity"];
                version?: string;
                transaction: {
                    name: string;
                    kind: string;
                };
                red: components["schemas"]["RedSummary"];
                total_time_micros: number;
                traces: components["schemas"]["SignalFilterHandle"];
            };
            trend: components["schemas"]["TrendPoint"][];
            errors: components["schemas"]["ErrorSummary"][];
            versions: components["schemas"]["VersionSummary"][];
            meta: components["schemas"]["Meta"];
        };
        ErrorGroupDetail: {
            group: components["schemas"]["ErrorSummary"];
            trend: components["schemas"]["TrendPoint"][];
            affected_transactions: components["schemas"]["AffectedTransaction"][];
            affected_versions: string[];
            representative_stack: string[];
            samples: components["schemas"]["ErrorSampleView"][];
            grouping?: components["schemas"]["ErrorGrouping"];
            meta: components["schemas"]["Meta"];
        };
        AffectedTransaction: {
            service: components["schemas"]["ServiceIdentity"];
            version?: string;
            transaction: {
                name: string;
                kind: string;
            };
            red: components["schemas"]["RedSummary"];
            total_time_micros: number;
            traces: components["schemas"]["SignalFilterHandle"];
            occurrence_count: number;
        };
        ErrorSampleView: {
            event_time: number;
            trace_id: string;
            span_id: string;
            trace_available: boolean;
            environment: string;
            version?: string;
            transaction_name?: string;
            representative_message?: string;
            representative_stack: string[];
        };
        ErrorGrouping: {
            algorithm: string;
            scope: {
                namespace: string;
                service: string;
            };
            error_type: string;
            frames: string[];
        };
        ApmHealth: {
            enabled: boolean;
            degraded: boolean;
            degraded_reasons: ("projector_silent" | "replaying" | "lagging" | "rollup_stopped")[];
            runtime: components["schemas"]["ApmRuntime"];
            boundaries: components["schemas"]["Boundaries"];
            gaps: components["schemas"]["Gap"][];
            meta: components["schemas"]["Meta"];
        };
        ApmRuntime: {
            projector: {
                answering: boolean;
                reason?: string;
                shards: components["schemas"]["ShardRuntime"][];
            };
            rollups: components["schemas"]["RollupRuntime"][];
            overflow: {
                [key: string]: number;
            };
        };
        ShardRuntime: {
            shard: number;
            replaying: boolean;
            lag_messages: number;
            lag_seconds: number;
            stream_time_at: number;
            dedupe_keys: number;
            last_flush_at?: number;
            received: number;
            counted: number;
            duplicates: number;
            late: number;
            dead: number;
            open_dead_letters: number;
        };
        RollupRuntime: {
            shard: number;
            partition: number;
            applied_deltas: number;
            pending_deltas?: number;
            stream_time_at: number;
            stopped?: string;
        };
        Boundaries: {
            projection_started_at: number;
            minutes_kept_from: number;
            hours_kept_from: number;
            last_complete_minute_at: number;
            last_complete_hour_at: number;
        };
        ConnectorTypeView: {
            connector_type: components["schemas"]["ConnectorType"];
            capabilities: components["schemas"]["ConnectorCapabilities"];
        };
        /** @enum {string} */
        ConnectorType: "chatone_app" | "chatone_webhook" | "chattwo_app" | "chattwo_webhook" | "email_smtp" | "webhook";
        ConnectorCapabilities: {
            direct_user: boolean;
            group: boolean;
            rich_text: boolean;
            interactive: boolean;
            acknowledgement: boolean;
            attachments: boolean;
        };
        ConnectorView: {
            id: string;
            organization_id: string;
            name: string;
            connector_type: components["schemas"]["ConnectorType"];
            config: {
                [key: string]: unknown;
            };
            capabilities: components["schemas"]["ConnectorCapabilities"];
            enabled: boolean;
            /** @enum {string} */
            status: "unknown" | "connected" | "error";
            last_tested_at: number | null;
            /** @enum {string|null} */
            last_test_status: "success" | "failed" | null;
            last_test_error: string | null;
            created_at: number;
            updated_at: number;
        };
        TestResult: {
            sent: boolean;
            tested_at_micros: number;
            elapsed_ms: number;
            provider_message_id?: string;
            error?: string;
        };
        UserEndpointView: {
            id: string;
            organization_id: string;
            user_id: string;
            connector_id: string;
            provider_type: components["schemas"]["ConnectorType"];
            external_identity: string;
            display_name?: string;
            metadata: {
                [key: string]: unknown;
            };
            verified: boolean;
            enabled: boolean;
            created_at: number;
            updated_at: number;
        };
        EndpointTestResult: {
            sent: boolean;
            tested_at_micros: number;
            elapsed_ms: number;
            error?: string;
        };
        PreferenceView: {
            id: string;
            organization_id: string;
            user_id: string;
            category: components["schemas"]["NotificationCategory"];
            enabled: boolean;
            quiet_hours?: components["schemas"]["QuietHours"];
            allow_critical_bypass: boolean;
            steps: components["schemas"]["PreferenceStep"][];
            created_at: number;
            updated_at: number;
        };
        /** @enum {string} */
        NotificationCategory: "alert" | "oncall" | "escalation" | "report" | "security" | "system";
        QuietHours: {
            enabled: boolean;
            /** @description IANA time zone, or empty */
            timezone: string;
            start: string;
            end: string;
        };
        PreferenceStep: {
            id: string;
            preference_id: string;
            endpoint_id: string;
            step_order: number;
            created_at: number;
        };
        DefaultRoutesView: {
            id: string;
            organization_id: string;
            team_id?: string;
            category: components["schemas"]["NotificationCategory"];
            routes: components["schemas"]["DefaultRoute"][];
            enabled: boolean;
            created_at: number;
            updated_at: number;
        };
        DefaultRoute: {
            /** Format: uuid */
            connector_id: string;
            /** @enum {string} */
            target_type: "fixed_address" | "fixed_group";
            target: string;
            order: number;
        };
        /** @enum {string} */
        TargetType: "direct_user" | "fixed_address" | "fixed_group" | "webhook";
        TemplateFields: {
            fields: components["schemas"]["TemplateField"][];
            presets: components["schemas"]["TemplatePreset"][];
            label_keys: string[];
            annotation_keys: string[];
        };
        TemplateField: {
            key: string;
            token: string;
            group: string;
            categories: components["schemas"]["NotificationCategory"][];
            example: string;
            event_types: string[];
        };
        TemplatePreset: {
            key: string;
            category: components["schemas"]["NotificationCategory"];
            event_type: string;
            format: components["schemas"]["TemplateFormat"];
            body: string;
        };
        /** @enum {string} */
        TemplateFormat: "text" | "markdown" | "html";
        TemplateView: {
            id: string;
            organization_id: string;
            name: string;
            body: string;
            format: components["schemas"]["TemplateFormat"];
            category: components["schemas"]["NotificationCategory"];
            created_at: number;
            updated_at: number;
        };
        /** @enum {string} */
        ResolverType: "alert_owner" | "current_oncall" | "event_users" | "fixed_users" | "next_oncall" | "schedule_members" | "team_lead" | "team_members";
        PolicyView: {
            id: string;
            organization_id: string;
            name: string;
            event_type: string;
            category: components["schemas"]["NotificationCategory"];
            matchers: {
                [key: string]: unknown;
            };
            recipient_resolver: components["schemas"]["ResolverType"];
            resolver_config: {
                [key: string]: unknown;
            };
            delivery_mode: components["schemas"]["DeliveryMode"];
            delivery_config: components["schemas"]["DeliveryConfig"];
            template_id?: string;
            fallback_config: components["schemas"]["FallbackConfig"];
            ack_timeout_seconds?: number;
            escalation_config?: components["schemas"]["EscalationConfig"];
            enabled: boolean;
            priority: number;
            created_at: number;
            updated_at: number;
        };
        /** @enum {string} */
        DeliveryMode: "prefer_user" | "force_connector" | "multi_connector";
        DeliveryConfig: {
            connector_ids?: string[];
        };
        FallbackConfig: {
            use_user_fallbacks?: boolean;
            use_team_defaults?: boolean;
            use_organization_defaults?: boolean;
        };
        EscalationConfig: {
            /** @enum {string} */
            recipient_resolver: "alert_owner" | "current_oncall" | "event_users" | "fixed_users" | "next_oncall" | "schedule_members" | "team_lead" | "team_members";
            resolver_config?: Record<string, never>;
            /** @enum {string} */
            delivery_mode: "prefer_user" | "force_connector" | "multi_connector";
            delivery_config?: components["schemas"]["DeliveryConfig"];
            fallback_config?: components["schemas"]["FallbackConfig"];
        };
        PolicyPreview: {
            policy_id?: string;
            matched: boolean;
            recipients: {
                user_id: string;
                team_id?: string;
                resolved_by: components["schemas"]["ResolverType"];
                delivery_plan: components["schemas"]["PlannedRoute"][];
            }[];
        };
        PlannedRoute: {
            stage: components["schemas"]["DeliveryStage"];
            connector_id: string;
            connector_name: string;
            endpoint_id?: string;
            /** @enum {string} */
            target_type: "direct_user" | "fixed_address" | "fixed_group" | "webhook";
            target_value_masked: string;
        };
        /** @enum {string} */
        DeliveryStage: "user_primary" | "user_fallback" | "team_fallback" | "organization_fallback" | "escalation" | "test";
        DeliveryView: {
            id: string;
            organization_id: string;
            event_id: string;
            policy_id?: string;
            recipient_user_id?: string;
            connector_id?: string;
            endpoint_id?: string;
            target_type: components["schemas"]["TargetType"];
            target_value_masked: string;
            stage: components["schemas"]["DeliveryStage"];
            attempt: number;
            status: components["schemas"]["DeliveryStatus"];
            error_code?: string;
            error_message?: string;
            latency_ms?: number;
            sent_at?: number;
            delivered_at?: number;
            acknowledged_at?: number;
            escalated_at?: number;
            idempotency_key: string;
            created_at: number;
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "sending" | "success" | "failed" | "skipped" | "acknowledged";
        Acknowledged: {
            event_id: string;
            acknowledged: number;
        };
        ProductHealthBody: {
            /** @enum {string} */
            status: "ok" | "degraded";
            reason?: string;
            /** @enum {string} */
            log_sync: "always" | "interval" | "unknown";
            subsystems: {
                [key: string]: components["schemas"]["SubsystemState"];
            };
        };
        SubsystemState: {
            up: boolean;
            reason?: string;
        };
        ReadinessBody: {
            /** @enum {string} */
            status: "ready" | "not_ready";
            reason?: string;
        };
        ProcessHealthBody: {
            /** @constant */
            status: "ok";
            subsystems: {
                [key: string]: components["schemas"]["SubsystemState"];
            };
        };
        VersionInfo: {
            version: string;
            commit: string;
            branch: string;
            build_epoch_secs: number;
            build_id: string;
            release_channel: string;
            /** @enum {string} */
            edition: "oss" | "enterprise";
        };
        Error: components["schemas"]["ErrorBody"];
        SignedOut: {
            /** @constant */
            signed_out: true;
        };
        PublicKeys: {
            keys: components["schemas"]["PublicKey"][];
        };
        ApiToken: components["schemas"]["ApiTokenView"];
        ApiTokens: components["schemas"]["ApiTokenView"][];
        PasswordChanged: {
            /** @constant */
            changed: true;
        };
        Sessions: components["schemas"]["SessionView"][];
        Revoked: {
            /** @constant */
            revoked: true;
        };
        ServicePage: components["schemas"]["Page_ServiceSummary"];
        TransactionPage: components["schemas"]["Page_TransactionSummary"];
        DependencyPage: components["schemas"]["Page_DependencySummary"];
        ErrorPage: components["schemas"]["Page_ErrorSummary"];
        ConnectorTypes: components["schemas"]["ConnectorTypeView"][];
        Connector: components["schemas"]["ConnectorView"];
        Connectors: components["schemas"]["ConnectorView"][];
        ConnectorTestResult: components["schemas"]["TestResult"];
        UserEndpoint: components["schemas"]["UserEndpointView"];
        UserEndpoints: components["schemas"]["UserEndpointView"][];
        NotificationPreference: components["schemas"]["PreferenceView"];
        NotificationPreferences: components["schemas"]["PreferenceView"][];
        DefaultRoutes: components["schemas"]["DefaultRoutesView"];
        DefaultRoutesList: components["schemas"]["DefaultRoutesView"][];
        NotificationTemplate: components["schemas"]["TemplateView"];
        NotificationTemplates: components["schemas"]["TemplateView"][];
        ResolverTypes: components["schemas"]["ResolverType"][];
        NotificationPolicy: components["schemas"]["PolicyView"];
        NotificationPolicies: components["schemas"]["PolicyView"][];
        Delivery: components["schemas"]["DeliveryView"];
        Deliveries: components["schemas"]["DeliveryView"][];
        DeliveriesAcknowledged: components["schemas"]["Acknowledged"];
        Deleted: {
            /** @constant */
            deleted: true;
        };
        ProductHealth: components["schemas"]["ProductHealthBody"];
        Readiness: components["schemas"]["ReadinessBody"];
        ProcessHealth: components["schemas"]["ProcessHealthBody"];
        Version: components["schemas"]["VersionInfo"];
        SignIn: {
            /** Format: email */
            email: string;
            password: string;
        };
        CreateApiToken: {
            name: string;
            /** Format: uuid */
            role_id?: string;
            role_key?: string;
            expires_in_days?: number;
            scopes?: string[];
        };
        UpdateProfile: {
            display_name?: string;
            username?: string;
            bio?: string;
            /** @description http or https URL, or empty */
            avatar_url?: string;
        };
        ChangePassword: {
            current_password: string;
            password: string;
        };
        CreateConnector: {
            name: string;
            /** @enum {string} */
            connector_type: "chatone_app" | "chatone_webhook" | "chattwo_app" | "chattwo_webhook" | "email_smtp" | "webhook";
            config: Record<string, never>;
            enabled?: boolean;
        };
        UpdateConnector: {
            name?: string;
            /** @enum {string} */
            connector_type?: "chatone_app" | "chatone_webhook" | "chattwo_app" | "chattwo_webhook" | "email_smtp" | "webhook";
            config?: Record<string, never>;
            enabled?: boolean;
        };
        TestConnector: {
            /** @enum {string} */
            target_type: "direct_user" | "fixed_address" | "fixed_group" | "webhook";
            target: string;
            message?: components["schemas"]["TestMessage"];
        };
        TestMessage: {
            title?: string;
            text?: string;
            markdown?: string;
            html?: string;
        };
        CreateUserEndpoint: {
            /** Format: uuid */
            connector_id: string;
            external_identity: string;
            display_name?: string;
            metadata?: Record<string, never>;
            verified?: boolean;
            enabled?: boolean;
        };
        UpdateUserEndpoint: {
            /** Format: uuid */
            connector_id?: string;
            external_identity?: string;
            display_name?: string;
            metadata?: Record<string, never>;
            verified?: boolean;
            enabled?: boolean;
        };
        VerifyUserEndpoint: {
            code?: string;
        };
        TestUserEndpoint: {
            title?: string;
            text?: string;
        };
        SetPreference: {
            enabled?: boolean;
            endpoint_ids: string[];
            quiet_hours?: components["schemas"]["QuietHours"];
            allow_critical_bypass?: boolean;
        };
        SetDefaultRoutes: {
            routes: components["schemas"]["DefaultRoute"][];
            enabled?: boolean;
        };
        TemplateBody: {
            name: string;
            body: string;
            /** @enum {string} */
            format?: "text" | "markdown" | "html";
            /** @enum {string} */
            category?: "alert" | "oncall" | "escalation" | "report" | "security" | "system";
        };
        PolicyBody: {
            name: string;
            event_type: string;
            /** @enum {string} */
            category: "alert" | "oncall" | "escalation" | "report" | "security" | "system";
            matchers?: Record<string, never>;
            /** @enum {string} */
            recipient_resolver: "alert_owner" | "current_oncall" | "event_users" | "fixed_users" | "next_oncall" | "schedule_members" | "team_lead" | "team_members";
            resolver_config?: Record<string, never>;
            /** @enum {string} */
            delivery_mode: "prefer_user" | "force_connector" | "multi_connector";
            delivery_config?: components["schemas"]["DeliveryConfig"];
            /** Format: uuid */
            template_id?: string;
            fallback_config?: components["schemas"]["FallbackConfig"];
            ack_timeout_seconds?: number;
            escalation_config?: components["schemas"]["EscalationConfig"];
            enabled?: boolean;
            priority?: number;
        };
        PreviewPolicy: {
            policy: components["schemas"]["PolicyBody"];
            event: components["schemas"]["EventSample"];
        };
        EventSample: {
            event_id?: string;
            event_type?: string;
            occurred_at_micros?: number;
            attributes?: Record<string, never>;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Seconds until a retry makes sense */
        "Retry-After": number;
        /** @description Quote it when you report a failure */
        "X-Request-Id": string;
        /** @description Trace of this request */
        "X-Trace-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signInSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Sign in with e-mail and password */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "sw_…",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "org_name": "Default",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SignInReply"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The e-mail or the password is wrong. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The e-mail or the password is wrong.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The user is disabled, or has no enabled organization. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The user is disabled, or has no enabled organization.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "Too many attempts.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End this session */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signed_out": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is calling */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "org_name": "Default",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "scope": "organization"
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    signInKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Public keys that verify sign-in tokens (RFC 7517) */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "kid": "k1",
                     *           "kty": "EC",
                     *           "crv": "P-256",
                     *           "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                     *           "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                     *           "alg": "ES256",
                     *           "use": "sig"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PublicKeys"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    capabilitiesCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Effective access of the caller */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "scope": "organization",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "permissions": [
                     *         "streams.query"
                     *       ],
                     *       "features": [],
                     *       "version": 1,
                     *       "route_catalog_version": 1,
                     *       "routes": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "path_pattern": "/apm/services/:service",
                     *           "allowed": true,
                     *           "navigation_group": "navigation group",
                     *           "navigation_position": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description API tokens of the organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "prefix": "z0balOibJfrX",
                     *         "name": "name",
                     *         "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "role_key": "ingest",
                     *         "role_name": "Ingest",
                     *         "token_kind": "personal",
                     *         "scopes": [
                     *           "scope"
                     *         ],
                     *         "expires_at_micros": 1795160040000000,
                     *         "last_used_at_micros": 1795160040000000,
                     *         "revoked": false,
                     *         "created_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiTokens"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "role_key": "ingest",
                 *       "expires_in_days": 90,
                 *       "scopes": [
                 *         "scope"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiToken"];
            };
        };
        responses: {
            /** @description Make an API token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "prefix": "z0balOibJfrX",
                     *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "role_key": "ingest",
                     *       "role_name": "Ingest",
                     *       "token_kind": "personal",
                     *       "scopes": [
                     *         "scope"
                     *       ],
                     *       "expires_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000,
                     *       "token": "sw_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization has 1000 tokens. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The organization has 1000 tokens.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tokensDefault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller’s ingest token of this organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "prefix": "z0balOibJfrX",
                     *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "role_key": "ingest",
                     *       "role_name": "Ingest",
                     *       "token_kind": "personal",
                     *       "scopes": [
                     *         "scope"
                     *       ],
                     *       "expires_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000,
                     *       "token": "sw_…"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiToken"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the token, not its text */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke an API token */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["Revoked"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller’s profile */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "username": "username",
                     *       "display_name": "Ada Lovelace",
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "bio": "bio",
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "org_name": "Default",
                     *       "org_slug": "org slug",
                     *       "display_role": "Owner",
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Ada Lovelace",
                 *       "username": "username",
                 *       "bio": "bio",
                 *       "avatar_url": "https://example.com/ada.png"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProfile"];
            };
        };
        responses: {
            /** @description Change the own profile */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "username": "username",
                     *       "display_name": "Ada Lovelace",
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "bio": "bio",
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "org_name": "Default",
                     *       "org_slug": "org slug",
                     *       "display_role": "Owner",
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An API token changes no account. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "An API token changes no account.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profilePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller’s preferences */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "theme": "system",
                     *       "density": "compact",
                     *       "language": "en-us",
                     *       "default_home_route": "/home",
                     *       "time_format": "iso_24h",
                     *       "date_format": "yyyy_mm_dd_dash",
                     *       "keyboard_shortcuts_enabled": true,
                     *       "timezone": "Europe/Vienna"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileUpdatePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "theme": "system",
                 *       "density": "compact",
                 *       "language": "en-us",
                 *       "default_home_route": "/home",
                 *       "time_format": "iso_24h",
                 *       "date_format": "yyyy_mm_dd_dash",
                 *       "keyboard_shortcuts_enabled": true,
                 *       "timezone": "Europe/Vienna"
                 *     }
                 */
                "application/json": components["schemas"]["Preferences"];
            };
        };
        responses: {
            /** @description Set the own preferences */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "theme": "system",
                     *       "density": "compact",
                     *       "language": "en-us",
                     *       "default_home_route": "/home",
                     *       "time_format": "iso_24h",
                     *       "date_format": "yyyy_mm_dd_dash",
                     *       "keyboard_shortcuts_enabled": true,
                     *       "timezone": "Europe/Vienna"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An API token changes no account. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "An API token changes no account.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "current password",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description Change the own password */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": true
                     *     }
                     */
                    "application/json": components["schemas"]["PasswordChanged"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An API token changes no account. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "An API token changes no account.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many attempts. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "Too many attempts.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller’s sessions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "scope": "organization",
                     *         "current": true,
                     *         "address": "address",
                     *         "user_agent": "user agent",
                     *         "created_at_micros": 1795160040000000,
                     *         "last_seen_at_micros": 1795160040000000,
                     *         "expires_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An API token has no sessions. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "An API token has no sessions.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileRevokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the session */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description End one of the own sessions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": true
                     *     }
                     */
                    "application/json": components["schemas"]["Revoked"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An API token has no sessions. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "An API token has no sessions.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileWorkspacePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Preferences of members who have set none */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "theme": "system",
                     *       "density": "compact",
                     *       "language": "en-us",
                     *       "default_home_route": "/home",
                     *       "time_format": "iso_24h",
                     *       "date_format": "yyyy_mm_dd_dash",
                     *       "keyboard_shortcuts_enabled": true,
                     *       "timezone": "Europe/Vienna"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    profileUpdateWorkspacePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "theme": "system",
                 *       "density": "compact",
                 *       "language": "en-us",
                 *       "default_home_route": "/home",
                 *       "time_format": "iso_24h",
                 *       "date_format": "yyyy_mm_dd_dash",
                 *       "keyboard_shortcuts_enabled": true,
                 *       "timezone": "Europe/Vienna"
                 *     }
                 */
                "application/json": components["schemas"]["Preferences"];
            };
        };
        responses: {
            /** @description Set the preferences of members who have set none */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "theme": "system",
                     *       "density": "compact",
                     *       "language": "en-us",
                     *       "default_home_route": "/home",
                     *       "time_format": "iso_24h",
                     *       "date_format": "yyyy_mm_dd_dash",
                     *       "keyboard_shortcuts_enabled": true,
                     *       "timezone": "Europe/Vienna"
                     *     }
                     */
                    "application/json": components["schemas"]["Preferences"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmOverview: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Request rate, errors and duration of the whole organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "red": {
                     *         "request_count": 1200,
                     *         "error_count": 6,
                     *         "error_rate": 0.005,
                     *         "duration_sum_micros": 54000000,
                     *         "duration_average_micros": 45000,
                     *         "p50_micros": 32000,
                     *         "p95_micros": 120000,
                     *         "p99_micros": 310000,
                     *         "max_micros": 900000,
                     *         "sampled_count": 1200,
                     *         "request_rate": 0.33,
                     *         "apdex": 0.98,
                     *         "latency_partial": false,
                     *         "exemplars": [
                     *           {
                     *             "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *             "span_id": "00f067aa0ba902b7",
                     *             "event_time": 1795160040000000,
                     *             "duration_micros": 45000,
                     *             "trace_available": false
                     *           }
                     *         ]
                     *       },
                     *       "trend": [
                     *         {
                     *           "bucket_at": 1795160040000000,
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "service_health": {
                     *         "healthy": 1,
                     *         "warning": 1,
                     *         "critical": 1,
                     *         "no_traffic": 1
                     *       },
                     *       "services": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "instrumentation": {
                     *             "runtime_language": "nodejs",
                     *             "telemetry_sdk_name": "opentelemetry",
                     *             "telemetry_sdk_version": "2.12.0",
                     *             "recent_instance_count": 3
                     *           },
                     *           "versions": [
                     *             "1.4.2"
                     *           ],
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "health": "healthy",
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "top_transactions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "transaction": {
                     *             "name": "name",
                     *             "kind": "http"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "top_dependencies": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "dependency": {
                     *             "category": "database",
                     *             "target": "orders",
                     *             "operation": "SELECT"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "top_errors": [
                     *         {
                     *           "error": {
                     *             "fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "error_type": "PaymentDeclined",
                     *             "application_frame": "charge (payment.js)",
                     *             "transaction_name": "POST /orders",
                     *             "overflow": false
                     *           },
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "occurrence_count": 6,
                     *           "representative_message": "card {number} was declined",
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "recent_versions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "observation_count": 1200
                     *         }
                     *       ],
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmServices: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: "request_count" | "error_rate" | "p95" | "name";
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Services */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       },
                     *       "items": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "instrumentation": {
                     *             "runtime_language": "nodejs",
                     *             "telemetry_sdk_name": "opentelemetry",
                     *             "telemetry_sdk_version": "2.12.0",
                     *             "recent_instance_count": 3
                     *           },
                     *           "versions": [
                     *             "1.4.2"
                     *           ],
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "health": "healthy",
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "previous_cursor": null,
                     *       "has_more": false,
                     *       "sort": "request_count"
                     *     }
                     */
                    "application/json": components["schemas"]["ServicePage"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmService: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: string;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Exact service name, URL-encoded */
                service: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One service: summary, trend, transactions, dependencies, errors and versions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "service": {
                     *         "identities": [
                     *           {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           }
                     *         ],
                     *         "service": {
                     *           "namespace": "shop",
                     *           "name": "checkout",
                     *           "environment": "production"
                     *         },
                     *         "first_seen_at": 1795160040000000,
                     *         "last_seen_at": 1795160040000000,
                     *         "instrumentation": {
                     *           "runtime_language": "nodejs",
                     *           "telemetry_sdk_name": "opentelemetry",
                     *           "telemetry_sdk_version": "2.12.0",
                     *           "recent_instance_count": 3
                     *         },
                     *         "versions": [
                     *           "1.4.2"
                     *         ],
                     *         "red": {
                     *           "request_count": 1200,
                     *           "error_count": 6,
                     *           "error_rate": 0.005,
                     *           "duration_sum_micros": 54000000,
                     *           "duration_average_micros": 45000,
                     *           "p50_micros": 32000,
                     *           "p95_micros": 120000,
                     *           "p99_micros": 310000,
                     *           "max_micros": 900000,
                     *           "sampled_count": 1200,
                     *           "request_rate": 0.33,
                     *           "apdex": 0.98,
                     *           "latency_partial": false,
                     *           "exemplars": [
                     *             {
                     *               "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *               "span_id": "00f067aa0ba902b7",
                     *               "event_time": 1795160040000000,
                     *               "duration_micros": 45000,
                     *               "trace_available": false
                     *             }
                     *           ]
                     *         },
                     *         "health": "healthy",
                     *         "traces": {
                     *           "namespace": "shop",
                     *           "service": "checkout",
                     *           "environment": "production",
                     *           "version": "1.4.2",
                     *           "transaction": "POST /orders",
                     *           "dependency": "orders",
                     *           "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         }
                     *       },
                     *       "red": {
                     *         "request_count": 1200,
                     *         "error_count": 6,
                     *         "error_rate": 0.005,
                     *         "duration_sum_micros": 54000000,
                     *         "duration_average_micros": 45000,
                     *         "p50_micros": 32000,
                     *         "p95_micros": 120000,
                     *         "p99_micros": 310000,
                     *         "max_micros": 900000,
                     *         "sampled_count": 1200,
                     *         "request_rate": 0.33,
                     *         "apdex": 0.98,
                     *         "latency_partial": false,
                     *         "exemplars": [
                     *           {
                     *             "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *             "span_id": "00f067aa0ba902b7",
                     *             "event_time": 1795160040000000,
                     *             "duration_micros": 45000,
                     *             "trace_available": false
                     *           }
                     *         ]
                     *       },
                     *       "trend": [
                     *         {
                     *           "bucket_at": 1795160040000000,
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "transactions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "transaction": {
                     *             "name": "name",
                     *             "kind": "http"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "dependencies": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "dependency": {
                     *             "category": "database",
                     *             "target": "orders",
                     *             "operation": "SELECT"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "error": {
                     *             "fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "error_type": "PaymentDeclined",
                     *             "application_frame": "charge (payment.js)",
                     *             "transaction_name": "POST /orders",
                     *             "overflow": false
                     *           },
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "occurrence_count": 6,
                     *           "representative_message": "card {number} was declined",
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "versions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "observation_count": 1200
                     *         }
                     *       ],
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceDetail"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmTransactions: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: "request_count" | "error_rate" | "p95" | "total_time";
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Transactions, ranked by total time or by what `sort` names */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       },
                     *       "items": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "transaction": {
                     *             "name": "name",
                     *             "kind": "http"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "previous_cursor": null,
                     *       "has_more": false,
                     *       "sort": "request_count"
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionPage"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmTransaction: {
        parameters: {
            query?: {
                /** @description Selects one transaction when two kinds share a name. */
                kind?: "http" | "rpc" | "messaging" | "span" | "other";
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: string;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Exact transaction name, URL-encoded */
                transaction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One transaction: trend, affected errors and versions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transaction": {
                     *         "identities": [
                     *           {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           }
                     *         ],
                     *         "service": {
                     *           "namespace": "shop",
                     *           "name": "checkout",
                     *           "environment": "production"
                     *         },
                     *         "version": "1.4.2",
                     *         "transaction": {
                     *           "name": "name",
                     *           "kind": "http"
                     *         },
                     *         "red": {
                     *           "request_count": 1200,
                     *           "error_count": 6,
                     *           "error_rate": 0.005,
                     *           "duration_sum_micros": 54000000,
                     *           "duration_average_micros": 45000,
                     *           "p50_micros": 32000,
                     *           "p95_micros": 120000,
                     *           "p99_micros": 310000,
                     *           "max_micros": 900000,
                     *           "sampled_count": 1200,
                     *           "request_rate": 0.33,
                     *           "apdex": 0.98,
                     *           "latency_partial": false,
                     *           "exemplars": [
                     *             {
                     *               "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *               "span_id": "00f067aa0ba902b7",
                     *               "event_time": 1795160040000000,
                     *               "duration_micros": 45000,
                     *               "trace_available": false
                     *             }
                     *           ]
                     *         },
                     *         "total_time_micros": 54000000,
                     *         "traces": {
                     *           "namespace": "shop",
                     *           "service": "checkout",
                     *           "environment": "production",
                     *           "version": "1.4.2",
                     *           "transaction": "POST /orders",
                     *           "dependency": "orders",
                     *           "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         }
                     *       },
                     *       "trend": [
                     *         {
                     *           "bucket_at": 1795160040000000,
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "errors": [
                     *         {
                     *           "error": {
                     *             "fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "error_type": "PaymentDeclined",
                     *             "application_frame": "charge (payment.js)",
                     *             "transaction_name": "POST /orders",
                     *             "overflow": false
                     *           },
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "occurrence_count": 6,
                     *           "representative_message": "card {number} was declined",
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "versions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "observation_count": 1200
                     *         }
                     *       ],
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TransactionDetail"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmDependencies: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: "total_time" | "request_count" | "error_rate" | "p95";
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What services call */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       },
                     *       "items": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "dependency": {
                     *             "category": "database",
                     *             "target": "orders",
                     *             "operation": "SELECT"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "previous_cursor": null,
                     *       "has_more": false,
                     *       "sort": "request_count"
                     *     }
                     */
                    "application/json": components["schemas"]["DependencyPage"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmErrors: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: "occurrence_count" | "error_rate" | "last_seen";
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Groups of equal errors */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       },
                     *       "items": [
                     *         {
                     *           "error": {
                     *             "fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "error_type": "PaymentDeclined",
                     *             "application_frame": "charge (payment.js)",
                     *             "transaction_name": "POST /orders",
                     *             "overflow": false
                     *           },
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "first_seen_at": 1795160040000000,
                     *           "last_seen_at": 1795160040000000,
                     *           "occurrence_count": 6,
                     *           "representative_message": "card {number} was declined",
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "previous_cursor": null,
                     *       "has_more": false,
                     *       "sort": "request_count"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorPage"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmError: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: string;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Fingerprint of a list answer */
                fingerprint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One error group: trend, affected transactions and versions, stack and samples */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "group": {
                     *         "error": {
                     *           "fingerprint": "e1_6f1c2a90b7d34e58",
                     *           "error_type": "PaymentDeclined",
                     *           "application_frame": "charge (payment.js)",
                     *           "transaction_name": "POST /orders",
                     *           "overflow": false
                     *         },
                     *         "service": {
                     *           "namespace": "shop",
                     *           "name": "checkout",
                     *           "environment": "production"
                     *         },
                     *         "first_seen_at": 1795160040000000,
                     *         "last_seen_at": 1795160040000000,
                     *         "occurrence_count": 6,
                     *         "representative_message": "card {number} was declined",
                     *         "red": {
                     *           "request_count": 1200,
                     *           "error_count": 6,
                     *           "error_rate": 0.005,
                     *           "duration_sum_micros": 54000000,
                     *           "duration_average_micros": 45000,
                     *           "p50_micros": 32000,
                     *           "p95_micros": 120000,
                     *           "p99_micros": 310000,
                     *           "max_micros": 900000,
                     *           "sampled_count": 1200,
                     *           "request_rate": 0.33,
                     *           "apdex": 0.98,
                     *           "latency_partial": false,
                     *           "exemplars": [
                     *             {
                     *               "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *               "span_id": "00f067aa0ba902b7",
                     *               "event_time": 1795160040000000,
                     *               "duration_micros": 45000,
                     *               "trace_available": false
                     *             }
                     *           ]
                     *         },
                     *         "traces": {
                     *           "namespace": "shop",
                     *           "service": "checkout",
                     *           "environment": "production",
                     *           "version": "1.4.2",
                     *           "transaction": "POST /orders",
                     *           "dependency": "orders",
                     *           "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         }
                     *       },
                     *       "trend": [
                     *         {
                     *           "bucket_at": 1795160040000000,
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "affected_transactions": [
                     *         {
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "transaction": {
                     *             "name": "name",
                     *             "kind": "http"
                     *           },
                     *           "red": {
                     *             "request_count": 1200,
                     *             "error_count": 6,
                     *             "error_rate": 0.005,
                     *             "duration_sum_micros": 54000000,
                     *             "duration_average_micros": 45000,
                     *             "p50_micros": 32000,
                     *             "p95_micros": 120000,
                     *             "p99_micros": 310000,
                     *             "max_micros": 900000,
                     *             "sampled_count": 1200,
                     *             "request_rate": 0.33,
                     *             "apdex": 0.98,
                     *             "latency_partial": false,
                     *             "exemplars": [
                     *               {
                     *                 "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *                 "span_id": "00f067aa0ba902b7",
                     *                 "event_time": 1795160040000000,
                     *                 "duration_micros": 45000,
                     *                 "trace_available": false
                     *               }
                     *             ]
                     *           },
                     *           "total_time_micros": 54000000,
                     *           "traces": {
                     *             "namespace": "shop",
                     *             "service": "checkout",
                     *             "environment": "production",
                     *             "version": "1.4.2",
                     *             "transaction": "POST /orders",
                     *             "dependency": "orders",
                     *             "error_fingerprint": "e1_6f1c2a90b7d34e58",
                     *             "from": 1795156440000000,
                     *             "to": 1795160040000000
                     *           },
                     *           "occurrence_count": 6
                     *         }
                     *       ],
                     *       "affected_versions": [
                     *         "affected version"
                     *       ],
                     *       "representative_stack": [
                     *         "representative stack"
                     *       ],
                     *       "samples": [
                     *         {
                     *           "event_time": 1795160040000000,
                     *           "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *           "span_id": "00f067aa0ba902b7",
                     *           "trace_available": false,
                     *           "environment": "production",
                     *           "version": "1.4.2",
                     *           "transaction_name": "POST /orders",
                     *           "representative_message": "card {number} was declined",
                     *           "representative_stack": [
                     *             "representative stack"
                     *           ]
                     *         }
                     *       ],
                     *       "grouping": {
                     *         "algorithm": "algorithm",
                     *         "scope": {
                     *           "namespace": "shop",
                     *           "service": "checkout"
                     *         },
                     *         "error_type": "PaymentDeclined",
                     *         "frames": [
                     *           "frame"
                     *         ]
                     *       },
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorGroupDetail"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    apmHealth: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: number;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: number;
                /** @description Exact service namespace; 1 to 192 bytes. */
                namespace?: string;
                /** @description Exact service name; 1 to 192 bytes. */
                service?: string;
                /** @description Exact deployment environment; 1 to 192 bytes. */
                environment?: string;
                /** @description Exact service version; 1 to 192 bytes. */
                version?: string;
                /** @description `auto` picks the retained resolution that fits the range. */
                resolution?: "auto" | "minute" | "hour";
                /** @description Default `desc`. */
                direction?: "asc" | "desc";
                /** @description Page size; default 50. */
                limit?: number;
                /** @description Sort field. */
                sort?: string;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description State of the projection: shards, lag, boundaries and gaps */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "degraded": true,
                     *       "degraded_reasons": [
                     *         "projector_silent"
                     *       ],
                     *       "runtime": {
                     *         "projector": {
                     *           "answering": true,
                     *           "reason": "must be an integer of microseconds",
                     *           "shards": [
                     *             {
                     *               "shard": 1,
                     *               "replaying": true,
                     *               "lag_messages": 1,
                     *               "lag_seconds": 1,
                     *               "stream_time_at": 1795160040000000,
                     *               "dedupe_keys": 1,
                     *               "last_flush_at": 1795160040000000,
                     *               "received": 1,
                     *               "counted": 1,
                     *               "duplicates": 1,
                     *               "late": 1,
                     *               "dead": 1,
                     *               "open_dead_letters": 1
                     *             }
                     *           ]
                     *         },
                     *         "rollups": [
                     *           {
                     *             "shard": 1,
                     *             "partition": 1,
                     *             "applied_deltas": 1,
                     *             "pending_deltas": 1,
                     *             "stream_time_at": 1795160040000000,
                     *             "stopped": "stopped"
                     *           }
                     *         ],
                     *         "overflow": {
                     *           "name": 1
                     *         }
                     *       },
                     *       "boundaries": {
                     *         "projection_started_at": 1795160040000000,
                     *         "minutes_kept_from": 1,
                     *         "hours_kept_from": 1,
                     *         "last_complete_minute_at": 1795160040000000,
                     *         "last_complete_hour_at": 1795160040000000
                     *       },
                     *       "gaps": [],
                     *       "meta": {
                     *         "range": {
                     *           "from": 1795156440000000,
                     *           "to": 1795160040000000
                     *         },
                     *         "resolution": "minute",
                     *         "projection_started_at": 1795160040000000,
                     *         "last_complete_bucket_at": 1795160040000000,
                     *         "data_quality": {
                     *           "partial": false,
                     *           "gaps": [],
                     *           "overflow_dimensions": [
                     *             "transaction"
                     *           ]
                     *         },
                     *         "activation_boundary": false,
                     *         "accuracy": {
                     *           "quantile_relative_error": 0.01,
                     *           "sampling": {
                     *             "exact": 1,
                     *             "adjusted": 0,
                     *             "unknown": 0
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ApmHealth"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    connectorsTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connector types and what each can do */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "connector_type": "chatone_app",
                     *         "capabilities": {
                     *           "direct_user": true,
                     *           "group": true,
                     *           "rich_text": true,
                     *           "interactive": true,
                     *           "acknowledgement": true,
                     *           "attachments": true
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ConnectorTypes"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Connectors of the organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "name": "name",
                     *         "connector_type": "chatone_app",
                     *         "config": {
                     *           "name": "name"
                     *         },
                     *         "capabilities": {
                     *           "direct_user": true,
                     *           "group": true,
                     *           "rich_text": true,
                     *           "interactive": true,
                     *           "acknowledgement": true,
                     *           "attachments": true
                     *         },
                     *         "enabled": true,
                     *         "status": "unknown",
                     *         "last_tested_at": 1795160040000000,
                     *         "last_test_status": "success",
                     *         "last_test_error": "last test error",
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Connectors"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "connector_type": "chatone_app",
                 *       "config": {},
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateConnector"];
            };
        };
        responses: {
            /** @description Make a connector */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "connector_type": "chatone_app",
                     *       "config": {
                     *         "name": "name"
                     *       },
                     *       "capabilities": {
                     *         "direct_user": true,
                     *         "group": true,
                     *         "rich_text": true,
                     *         "interactive": true,
                     *         "acknowledgement": true,
                     *         "attachments": true
                     *       },
                     *       "enabled": true,
                     *       "status": "unknown",
                     *       "last_tested_at": 1795160040000000,
                     *       "last_test_status": "success",
                     *       "last_test_error": "last test error",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken, or the organization has as many connectors as it may have. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken, or the organization has as many connectors as it may have.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connector */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One connector */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "connector_type": "chatone_app",
                     *       "config": {
                     *         "name": "name"
                     *       },
                     *       "capabilities": {
                     *         "direct_user": true,
                     *         "group": true,
                     *         "rich_text": true,
                     *         "interactive": true,
                     *         "acknowledgement": true,
                     *         "attachments": true
                     *       },
                     *       "enabled": true,
                     *       "status": "unknown",
                     *       "last_tested_at": 1795160040000000,
                     *       "last_test_status": "success",
                     *       "last_test_error": "last test error",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connector */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "connector_type": "chatone_app",
                 *       "config": {},
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateConnector"];
            };
        };
        responses: {
            /** @description Change a connector */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "connector_type": "chatone_app",
                     *       "config": {
                     *         "name": "name"
                     *       },
                     *       "capabilities": {
                     *         "direct_user": true,
                     *         "group": true,
                     *         "rich_text": true,
                     *         "interactive": true,
                     *         "acknowledgement": true,
                     *         "attachments": true
                     *       },
                     *       "enabled": true,
                     *       "status": "unknown",
                     *       "last_tested_at": 1795160040000000,
                     *       "last_test_status": "success",
                     *       "last_test_error": "last test error",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Connector"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connector */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a connector */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A user endpoint, a policy or a default route uses it; the message names them. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "A user endpoint, a policy or a default route uses it; the message names them.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testConnectors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the connector */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_type": "direct_user",
                 *       "target": "orders",
                 *       "message": {
                 *         "title": "title",
                 *         "text": "text",
                 *         "markdown": "markdown",
                 *         "html": "html"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestConnector"];
            };
        };
        responses: {
            /** @description Deliver a test message */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sent": true,
                     *       "tested_at_micros": 1795160040000000,
                     *       "elapsed_ms": 1,
                     *       "provider_message_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "error": "error"
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectorTestResult"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The connector is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The connector is disabled.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tests of the organization are under way. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "Too many tests of the organization are under way.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoints of a user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "provider_type": "chatone_app",
                     *         "external_identity": "external identity",
                     *         "display_name": "Ada Lovelace",
                     *         "metadata": {
                     *           "name": "name"
                     *         },
                     *         "verified": true,
                     *         "enabled": true,
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["UserEndpoints"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "external_identity": "external identity",
                 *       "display_name": "Ada Lovelace",
                 *       "metadata": {},
                 *       "verified": true,
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateUserEndpoint"];
            };
        };
        responses: {
            /** @description Add an endpoint */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "provider_type": "chatone_app",
                     *       "external_identity": "external identity",
                     *       "display_name": "Ada Lovelace",
                     *       "metadata": {
                     *         "name": "name"
                     *       },
                     *       "verified": true,
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["UserEndpoint"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The user has an endpoint with this identity, or too many. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The user has an endpoint with this identity, or too many.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One endpoint */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "provider_type": "chatone_app",
                     *       "external_identity": "external identity",
                     *       "display_name": "Ada Lovelace",
                     *       "metadata": {
                     *         "name": "name"
                     *       },
                     *       "verified": true,
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["UserEndpoint"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "external_identity": "external identity",
                 *       "display_name": "Ada Lovelace",
                 *       "metadata": {},
                 *       "verified": true,
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserEndpoint"];
            };
        };
        responses: {
            /** @description Change an endpoint */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "provider_type": "chatone_app",
                     *       "external_identity": "external identity",
                     *       "display_name": "Ada Lovelace",
                     *       "metadata": {
                     *         "name": "name"
                     *       },
                     *       "verified": true,
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["UserEndpoint"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The user has an endpoint with this identity. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The user has an endpoint with this identity.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete an endpoint */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A preference uses it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "A preference uses it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    userEndpointsVerify: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "code"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyUserEndpoint"];
            };
        };
        responses: {
            /** @description Verify an endpoint */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "provider_type": "chatone_app",
                     *       "external_identity": "external identity",
                     *       "display_name": "Ada Lovelace",
                     *       "metadata": {
                     *         "name": "name"
                     *       },
                     *       "verified": true,
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["UserEndpoint"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The code could not be delivered. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The code could not be delivered.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A code was sent within the last minute. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "A code was sent within the last minute.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testUserEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description Id of the endpoint */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "title",
                 *       "text": "text"
                 *     }
                 */
                "application/json": components["schemas"]["TestUserEndpoint"];
            };
        };
        responses: {
            /** @description Deliver a test message to an endpoint */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sent": true,
                     *       "tested_at_micros": 1795160040000000,
                     *       "elapsed_ms": 1,
                     *       "error": "error"
                     *     }
                     */
                    "application/json": components["schemas"]["EndpointTestResult"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The connector is disabled. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The connector is disabled.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many tests are under way. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "Too many tests are under way.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    userEndpointsPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notification preferences of a user */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "category": "alert",
                     *         "enabled": true,
                     *         "quiet_hours": {
                     *           "enabled": true,
                     *           "timezone": "Europe/Paris",
                     *           "start": 1795156440000000,
                     *           "end": 1795160040000000
                     *         },
                     *         "allow_critical_bypass": true,
                     *         "steps": [
                     *           {
                     *             "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "preference_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "step_order": 1,
                     *             "created_at": 1795160040000000
                     *           }
                     *         ],
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    userEndpointsSetPreference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                user_id: string;
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true,
                 *       "endpoint_ids": [
                 *         "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *       ],
                 *       "quiet_hours": {
                 *         "enabled": true,
                 *         "timezone": "Europe/Paris",
                 *         "start": 1795156440000000,
                 *         "end": 1795160040000000
                 *       },
                 *       "allow_critical_bypass": true
                 *     }
                 */
                "application/json": components["schemas"]["SetPreference"];
            };
        };
        responses: {
            /** @description Set the preference of a category */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "category": "alert",
                     *       "enabled": true,
                     *       "quiet_hours": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Paris",
                     *         "start": 1795156440000000,
                     *         "end": 1795160040000000
                     *       },
                     *       "allow_critical_bypass": true,
                     *       "steps": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "preference_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "step_order": 1,
                     *           "created_at": 1795160040000000
                     *         }
                     *       ],
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPreference"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDefaultRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default routes of the organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "category": "alert",
                     *         "routes": [
                     *           {
                     *             "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "target_type": "fixed_address",
                     *             "target": "orders",
                     *             "order": 1
                     *           }
                     *         ],
                     *         "enabled": true,
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DefaultRoutesList"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readDefaultRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default routes of the organization for a category */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "category": "alert",
                     *       "routes": [
                     *         {
                     *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "target_type": "fixed_address",
                     *           "target": "orders",
                     *           "order": 1
                     *         }
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["DefaultRoutes"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    defaultRoutesSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "routes": [
                 *         {
                 *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *           "target_type": "fixed_address",
                 *           "target": "orders",
                 *           "order": 1
                 *         }
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["SetDefaultRoutes"];
            };
        };
        responses: {
            /** @description Set the default routes of the organization for a category */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "category": "alert",
                     *       "routes": [
                     *         {
                     *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "target_type": "fixed_address",
                     *           "target": "orders",
                     *           "order": 1
                     *         }
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["DefaultRoutes"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteDefaultRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete the default routes of the organization for a category */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    defaultRoutesListOfTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team */
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default routes of a team */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "category": "alert",
                     *         "routes": [
                     *           {
                     *             "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "target_type": "fixed_address",
                     *             "target": "orders",
                     *             "order": 1
                     *           }
                     *         ],
                     *         "enabled": true,
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DefaultRoutesList"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    defaultRoutesReadOfTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team */
                team_id: string;
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default routes of a team for a category */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "category": "alert",
                     *       "routes": [
                     *         {
                     *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "target_type": "fixed_address",
                     *           "target": "orders",
                     *           "order": 1
                     *         }
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["DefaultRoutes"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    defaultRoutesSetOfTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team */
                team_id: string;
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "routes": [
                 *         {
                 *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *           "target_type": "fixed_address",
                 *           "target": "orders",
                 *           "order": 1
                 *         }
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["SetDefaultRoutes"];
            };
        };
        responses: {
            /** @description Set the default routes of a team for a category */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "category": "alert",
                     *       "routes": [
                     *         {
                     *           "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "target_type": "fixed_address",
                     *           "target": "orders",
                     *           "order": 1
                     *         }
                     *       ],
                     *       "enabled": true,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["DefaultRoutes"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    defaultRoutesDeleteOfTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the team */
                team_id: string;
                /** @description alert, oncall, escalation, report, security or system */
                category: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete the default routes of a team for a category */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    templatesFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What templates may name, and texts to start from */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fields": [
                     *         {
                     *           "key": "key",
                     *           "token": "sw_…",
                     *           "group": "group",
                     *           "categories": [
                     *             "alert"
                     *           ],
                     *           "example": "example",
                     *           "event_types": [
                     *             "event type"
                     *           ]
                     *         }
                     *       ],
                     *       "presets": [
                     *         {
                     *           "key": "key",
                     *           "category": "alert",
                     *           "event_type": "event type",
                     *           "format": "text",
                     *           "body": "body"
                     *         }
                     *       ],
                     *       "label_keys": [
                     *         "label key"
                     *       ],
                     *       "annotation_keys": [
                     *         "annotation key"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TemplateFields"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Templates of the organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "name": "name",
                     *         "body": "body",
                     *         "format": "text",
                     *         "category": "alert",
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationTemplates"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "body": "body",
                 *       "format": "text",
                 *       "category": "alert"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateBody"];
            };
        };
        responses: {
            /** @description Make a template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "body": "body",
                     *       "format": "text",
                     *       "category": "alert",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "body": "body",
                     *       "format": "text",
                     *       "category": "alert",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "body": "body",
                 *       "format": "text",
                 *       "category": "alert"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateBody"];
            };
        };
        responses: {
            /** @description Change a template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "body": "body",
                     *       "format": "text",
                     *       "category": "alert",
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTemplate"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the template */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a template */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A policy uses it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "A policy uses it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    policiesResolverTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ways to find the recipients of an event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "alert_owner"
                     *     ]
                     */
                    "application/json": components["schemas"]["ResolverTypes"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Policies of the organization, by priority */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "name": "name",
                     *         "event_type": "event type",
                     *         "category": "alert",
                     *         "matchers": {
                     *           "name": "name"
                     *         },
                     *         "recipient_resolver": "alert_owner",
                     *         "resolver_config": {
                     *           "name": "name"
                     *         },
                     *         "delivery_mode": "prefer_user",
                     *         "delivery_config": {
                     *           "connector_ids": [
                     *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *           ]
                     *         },
                     *         "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "fallback_config": {
                     *           "use_user_fallbacks": true,
                     *           "use_team_defaults": true,
                     *           "use_organization_defaults": true
                     *         },
                     *         "ack_timeout_seconds": 1,
                     *         "escalation_config": {
                     *           "recipient_resolver": "alert_owner",
                     *           "resolver_config": {},
                     *           "delivery_mode": "prefer_user",
                     *           "delivery_config": {
                     *             "connector_ids": [
                     *               "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *             ]
                     *           },
                     *           "fallback_config": {
                     *             "use_user_fallbacks": true,
                     *             "use_team_defaults": true,
                     *             "use_organization_defaults": true
                     *           }
                     *         },
                     *         "enabled": true,
                     *         "priority": 1,
                     *         "created_at": 1795160040000000,
                     *         "updated_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["NotificationPolicies"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "event_type": "event type",
                 *       "category": "alert",
                 *       "matchers": {},
                 *       "recipient_resolver": "alert_owner",
                 *       "resolver_config": {},
                 *       "delivery_mode": "prefer_user",
                 *       "delivery_config": {
                 *         "connector_ids": [
                 *           "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *         ]
                 *       },
                 *       "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "fallback_config": {
                 *         "use_user_fallbacks": true,
                 *         "use_team_defaults": true,
                 *         "use_organization_defaults": true
                 *       },
                 *       "ack_timeout_seconds": 1,
                 *       "escalation_config": {
                 *         "recipient_resolver": "alert_owner",
                 *         "resolver_config": {},
                 *         "delivery_mode": "prefer_user",
                 *         "delivery_config": {
                 *           "connector_ids": [
                 *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *           ]
                 *         },
                 *         "fallback_config": {
                 *           "use_user_fallbacks": true,
                 *           "use_team_defaults": true,
                 *           "use_organization_defaults": true
                 *         }
                 *       },
                 *       "enabled": true,
                 *       "priority": 1
                 *     }
                 */
                "application/json": components["schemas"]["PolicyBody"];
            };
        };
        responses: {
            /** @description Make a policy */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "event_type": "event type",
                     *       "category": "alert",
                     *       "matchers": {
                     *         "name": "name"
                     *       },
                     *       "recipient_resolver": "alert_owner",
                     *       "resolver_config": {
                     *         "name": "name"
                     *       },
                     *       "delivery_mode": "prefer_user",
                     *       "delivery_config": {
                     *         "connector_ids": [
                     *           "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *         ]
                     *       },
                     *       "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "fallback_config": {
                     *         "use_user_fallbacks": true,
                     *         "use_team_defaults": true,
                     *         "use_organization_defaults": true
                     *       },
                     *       "ack_timeout_seconds": 1,
                     *       "escalation_config": {
                     *         "recipient_resolver": "alert_owner",
                     *         "resolver_config": {},
                     *         "delivery_mode": "prefer_user",
                     *         "delivery_config": {
                     *           "connector_ids": [
                     *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *           ]
                     *         },
                     *         "fallback_config": {
                     *           "use_user_fallbacks": true,
                     *           "use_team_defaults": true,
                     *           "use_organization_defaults": true
                     *         }
                     *       },
                     *       "enabled": true,
                     *       "priority": 1,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPolicy"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken, or the organization has too many policies. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken, or the organization has too many policies.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    policiesPreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": {
                 *         "name": "name",
                 *         "event_type": "event type",
                 *         "category": "alert",
                 *         "matchers": {},
                 *         "recipient_resolver": "alert_owner",
                 *         "resolver_config": {},
                 *         "delivery_mode": "prefer_user",
                 *         "delivery_config": {
                 *           "connector_ids": [
                 *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *           ]
                 *         },
                 *         "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *         "fallback_config": {
                 *           "use_user_fallbacks": true,
                 *           "use_team_defaults": true,
                 *           "use_organization_defaults": true
                 *         },
                 *         "ack_timeout_seconds": 1,
                 *         "escalation_config": {
                 *           "recipient_resolver": "alert_owner",
                 *           "resolver_config": {},
                 *           "delivery_mode": "prefer_user",
                 *           "delivery_config": {
                 *             "connector_ids": [
                 *               "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *             ]
                 *           },
                 *           "fallback_config": {
                 *             "use_user_fallbacks": true,
                 *             "use_team_defaults": true,
                 *             "use_organization_defaults": true
                 *           }
                 *         },
                 *         "enabled": true,
                 *         "priority": 1
                 *       },
                 *       "event": {
                 *         "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *         "event_type": "event type",
                 *         "occurred_at_micros": 1795160040000000,
                 *         "attributes": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewPolicy"];
            };
        };
        responses: {
            /** @description What a policy would do with an event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policy_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "matched": true,
                     *       "recipients": [
                     *         {
                     *           "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "resolved_by": "alert_owner",
                     *           "delivery_plan": [
                     *             {
                     *               "stage": "user_primary",
                     *               "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *               "connector_name": "connector name",
                     *               "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *               "target_type": "direct_user",
                     *               "target_value_masked": "target value masked"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyPreview"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One policy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "event_type": "event type",
                     *       "category": "alert",
                     *       "matchers": {
                     *         "name": "name"
                     *       },
                     *       "recipient_resolver": "alert_owner",
                     *       "resolver_config": {
                     *         "name": "name"
                     *       },
                     *       "delivery_mode": "prefer_user",
                     *       "delivery_config": {
                     *         "connector_ids": [
                     *           "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *         ]
                     *       },
                     *       "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "fallback_config": {
                     *         "use_user_fallbacks": true,
                     *         "use_team_defaults": true,
                     *         "use_organization_defaults": true
                     *       },
                     *       "ack_timeout_seconds": 1,
                     *       "escalation_config": {
                     *         "recipient_resolver": "alert_owner",
                     *         "resolver_config": {},
                     *         "delivery_mode": "prefer_user",
                     *         "delivery_config": {
                     *           "connector_ids": [
                     *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *           ]
                     *         },
                     *         "fallback_config": {
                     *           "use_user_fallbacks": true,
                     *           "use_team_defaults": true,
                     *           "use_organization_defaults": true
                     *         }
                     *       },
                     *       "enabled": true,
                     *       "priority": 1,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPolicy"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updatePolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "event_type": "event type",
                 *       "category": "alert",
                 *       "matchers": {},
                 *       "recipient_resolver": "alert_owner",
                 *       "resolver_config": {},
                 *       "delivery_mode": "prefer_user",
                 *       "delivery_config": {
                 *         "connector_ids": [
                 *           "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *         ]
                 *       },
                 *       "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "fallback_config": {
                 *         "use_user_fallbacks": true,
                 *         "use_team_defaults": true,
                 *         "use_organization_defaults": true
                 *       },
                 *       "ack_timeout_seconds": 1,
                 *       "escalation_config": {
                 *         "recipient_resolver": "alert_owner",
                 *         "resolver_config": {},
                 *         "delivery_mode": "prefer_user",
                 *         "delivery_config": {
                 *           "connector_ids": [
                 *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *           ]
                 *         },
                 *         "fallback_config": {
                 *           "use_user_fallbacks": true,
                 *           "use_team_defaults": true,
                 *           "use_organization_defaults": true
                 *         }
                 *       },
                 *       "enabled": true,
                 *       "priority": 1
                 *     }
                 */
                "application/json": components["schemas"]["PolicyBody"];
            };
        };
        responses: {
            /** @description Replace a policy */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "name": "name",
                     *       "event_type": "event type",
                     *       "category": "alert",
                     *       "matchers": {
                     *         "name": "name"
                     *       },
                     *       "recipient_resolver": "alert_owner",
                     *       "resolver_config": {
                     *         "name": "name"
                     *       },
                     *       "delivery_mode": "prefer_user",
                     *       "delivery_config": {
                     *         "connector_ids": [
                     *           "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *         ]
                     *       },
                     *       "template_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "fallback_config": {
                     *         "use_user_fallbacks": true,
                     *         "use_team_defaults": true,
                     *         "use_organization_defaults": true
                     *       },
                     *       "ack_timeout_seconds": 1,
                     *       "escalation_config": {
                     *         "recipient_resolver": "alert_owner",
                     *         "resolver_config": {},
                     *         "delivery_mode": "prefer_user",
                     *         "delivery_config": {
                     *           "connector_ids": [
                     *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *           ]
                     *         },
                     *         "fallback_config": {
                     *           "use_user_fallbacks": true,
                     *           "use_team_defaults": true,
                     *           "use_organization_defaults": true
                     *         }
                     *       },
                     *       "enabled": true,
                     *       "priority": 1,
                     *       "created_at": 1795160040000000,
                     *       "updated_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationPolicy"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken, or the organization has too many policies. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "The name is taken, or the organization has too many policies.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deletePolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a policy */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the policy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "event_type": "event type",
                 *       "occurred_at_micros": 1795160040000000,
                 *       "attributes": {}
                 *     }
                 */
                "application/json": components["schemas"]["EventSample"];
            };
        };
        responses: {
            /** @description What the stored policy would do with an event */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policy_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "matched": true,
                     *       "recipients": [
                     *         {
                     *           "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "team_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "resolved_by": "alert_owner",
                     *           "delivery_plan": [
                     *             {
                     *               "stage": "user_primary",
                     *               "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *               "connector_name": "connector name",
                     *               "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *               "target_type": "direct_user",
                     *               "target_value_masked": "target value masked"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyPreview"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                event_id?: string;
                policy_id?: string;
                user_id?: string;
                connector_id?: string;
                status?: "pending" | "sending" | "success" | "failed" | "skipped" | "acknowledged";
                stage?: "user_primary" | "user_fallback" | "team_fallback" | "organization_fallback" | "escalation" | "test";
                from_micros?: number;
                to_micros?: number;
                /** @description Page size; default 50. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries, the newest first */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "policy_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "recipient_user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "target_type": "direct_user",
                     *         "target_value_masked": "target value masked",
                     *         "stage": "user_primary",
                     *         "attempt": 1,
                     *         "status": "pending",
                     *         "error_code": "error code",
                     *         "error_message": "error message",
                     *         "latency_ms": 1,
                     *         "sent_at": 1795160040000000,
                     *         "delivered_at": 1795160040000000,
                     *         "acknowledged_at": 1795160040000000,
                     *         "escalated_at": 1795160040000000,
                     *         "idempotency_key": "idempotency key",
                     *         "created_at": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One delivery */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "policy_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "recipient_user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "target_type": "direct_user",
                     *       "target_value_masked": "target value masked",
                     *       "stage": "user_primary",
                     *       "attempt": 1,
                     *       "status": "pending",
                     *       "error_code": "error code",
                     *       "error_message": "error message",
                     *       "latency_ms": 1,
                     *       "sent_at": 1795160040000000,
                     *       "delivered_at": 1795160040000000,
                     *       "acknowledged_at": 1795160040000000,
                     *       "escalated_at": 1795160040000000,
                     *       "idempotency_key": "idempotency key",
                     *       "created_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deliveriesAcknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Acknowledge the event of a delivery */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "acknowledged": 1
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveriesAcknowledged"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deliveriesRetry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Try a failed delivery again */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "event_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "policy_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "recipient_user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "connector_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "endpoint_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "target_type": "direct_user",
                     *       "target_value_masked": "target value masked",
                     *       "stage": "user_primary",
                     *       "attempt": 1,
                     *       "status": "pending",
                     *       "error_code": "error code",
                     *       "error_message": "error message",
                     *       "latency_ms": 1,
                     *       "sent_at": 1795160040000000,
                     *       "delivered_at": 1795160040000000,
                     *       "acknowledged_at": 1795160040000000,
                     *       "escalated_at": 1795160040000000,
                     *       "idempotency_key": "idempotency key",
                     *       "created_at": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such thing, or it is not visible to the caller. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "not_found",
                     *       "message": "There is no such thing, or it is not visible to the caller.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is still under way. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "conflict",
                     *       "message": "It is still under way.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    probesHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Health of the whole product */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "log_sync": "always",
                     *       "subsystems": {
                     *         "nats": {
                     *           "up": true
                     *         },
                     *         "postgres": {
                     *           "up": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProductHealth"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now; `reason` says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductHealth"];
                };
            };
        };
    };
    probesReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Readiness for traffic */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now; `reason` says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    probesVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version and edition */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "0.1.0",
                     *       "commit": "3e0f3ce0d1c2b3a4958677665544332211009988",
                     *       "branch": "main",
                     *       "build_epoch_secs": 1795160040,
                     *       "build_id": "0.1.0+3e0f3ce0d1c2",
                     *       "release_channel": "stable",
                     *       "edition": "oss"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendTraces: {
        parameters: {
            query?: never;
            header?: {
                /** @description gzip, deflate, zstd or identity */
                "Content-Encoding"?: string;
                /** @description Stream of the raw telemetry; `default` without it */
                "stream-name"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-protobuf": unknown;
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Spans of OpenTelemetry (OTLP/HTTP) */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-protobuf": unknown;
                    "application/json": unknown;
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limits. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "payload_too_large",
                     *       "message": "The body is larger than the limits.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This organization has too many bytes under way. `Retry-After` says when to come back. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "This organization has too many bytes under way. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The log does not take data, or figures lag behind. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "The log does not take data, or figures lag behind. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendTracesAtDefaultPath: {
        parameters: {
            query?: never;
            header?: {
                /** @description gzip, deflate, zstd or identity */
                "Content-Encoding"?: string;
                /** @description Stream of the raw telemetry; `default` without it */
                "stream-name"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-protobuf": unknown;
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Spans of OpenTelemetry (OTLP/HTTP) */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-protobuf": unknown;
                    "application/json": unknown;
                };
            };
            /** @description A parameter or the body is invalid; `details` names the members. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "invalid_argument",
                     *       "message": "A parameter or the body is invalid; `details` names the members.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is missing, invalid or expired. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unauthorized",
                     *       "message": "The credential is missing, invalid or expired.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The permission is missing, or the operation is not available in this scope. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "forbidden",
                     *       "message": "The permission is missing, or the operation is not available in this scope.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the limits. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "payload_too_large",
                     *       "message": "The body is larger than the limits.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This organization has too many bytes under way. `Retry-After` says when to come back. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "resource_exhausted",
                     *       "message": "This organization has too many bytes under way. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The log does not take data, or figures lag behind. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "The log does not take data, or figures lag behind. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    processMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus metrics of the gateway process and of the subsystems */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    processHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This process runs */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "subsystems": {
                     *         "nats": {
                     *           "up": true
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProcessHealth"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    processReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This process can serve */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": components["schemas"]["Readiness"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not now; `reason` says why. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    processVersion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "0.1.0",
                     *       "commit": "3e0f3ce0d1c2b3a4958677665544332211009988",
                     *       "branch": "main",
                     *       "build_epoch_secs": 1795160040,
                     *       "build_id": "0.1.0+3e0f3ce0d1c2",
                     *       "release_channel": "stable",
                     *       "edition": "oss"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            /** @description An internal failure. Quote the request id when you report it. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "internal",
                     *       "message": "An internal failure. Quote the request id when you report it.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A part of the product does not answer. `Retry-After` says when to come back. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "unavailable",
                     *       "message": "A part of the product does not answer. `Retry-After` says when to come back.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
