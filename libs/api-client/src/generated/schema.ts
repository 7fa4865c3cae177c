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
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members of the organization, by name */
        get: operations["listUsers"];
        put?: never;
        /**
         * Make an account and a member
         * @description The roles are those of `role_ids`, or `viewer`.
         */
        post: operations["createUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One member
         * @description Oneself, or with `org.members.read` anybody of the organization.
         */
        get: operations["getUsers"];
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The account stays; its sessions and API tokens of this organization end.
         */
        delete: operations["removeUsers"];
        options?: never;
        head?: never;
        /**
         * Change a member
         * @description Oneself, or with `org.members.manage` anybody of the organization who may not do more than the caller. `disabled` is about this organization and acts everywhere within a second.
         */
        patch: operations["updateUsers"];
        trace?: never;
    };
    "/api/v1/users/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Admit an account that signed up */
        post: operations["usersApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse an account that signed up */
        post: operations["usersReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the roles of a member
         * @description Replaces the roles. Acts everywhere within a second.
         */
        post: operations["membersSet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member */
        delete: operations["removeMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Invitations, newest first */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite an e-mail address
         * @description A link is mailed that holds for 7 days and once. Without `role_id` the role is `viewer`.
         */
        post: operations["createInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description The mailed token is the credential. A name and a password are needed by those who have no account yet, or whose address was never proven; others must not send them. Nobody is signed in.
         */
        post: operations["invitationsAccept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a new link
         * @description The link before stops working.
         */
        post: operations["invitationsResend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw an invitation */
        post: operations["revokeInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller’s organizations
         * @description All of them, and the platform’s, for the platform administrator.
         */
        get: operations["listOrganizations"];
        put?: never;
        /** Make an organization */
        post: operations["createOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename an organization */
        patch: operations["organizationsRename"];
        trace?: never;
    };
    "/api/v1/orgs/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable or enable an organization
         * @description Of a disabled organization nothing is permitted, everywhere within a second.
         */
        patch: operations["organizationsSetStatus"];
        trace?: never;
    };
    "/api/v1/orgs/{id}/select": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go to another organization
         * @description Answers a new token. In the organization of the platform it holds for an hour.
         */
        post: operations["organizationsSelect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/email-domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Domains whose e-mail addresses may join
         * @description Sub-domains are included. An empty list admits every domain.
         */
        get: operations["listEmailDomains"];
        put?: never;
        /** Admit a domain */
        post: operations["emailDomainsAdd"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/email-domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Admit a domain no longer */
        delete: operations["removeEmailDomains"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a sign-in page needs to know */
        get: operations["signupInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether people may sign up */
        get: operations["signupPolicy"];
        /**
         * Say whether people may sign up
         * @description Sign-up leads into the first enabled organization: the policy of that one counts.
         */
        put: operations["signupSetPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account
         * @description While accounts need approval the answer is the same for every address, known or not, and the token is null.
         */
        post: operations["signupSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to reset a password
         * @description The answer is the same for every address. The link is mailed and holds for 30 minutes and once.
         */
        post: operations["signupForgot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password
         * @description The mailed token is the credential. Every session of the user ends.
         */
        post: operations["signupReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Built-in and custom roles, and how often each is given */
        get: operations["listRoles"];
        put?: never;
        /** Make a role */
        post: operations["createRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a role */
        delete: operations["deleteRoles"];
        options?: never;
        head?: never;
        /**
         * Change a role
         * @description Acts everywhere within a second.
         */
        patch: operations["updateRoles"];
        trace?: never;
    };
    "/api/v1/iam/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All permissions, and bundles of them */
        get: operations["policiesCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/evaluate-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What the caller may do
         * @description One decision for each request, in their order. At most 100.
         */
        post: operations["policiesEvaluate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/role-bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Roles on single resources */
        get: operations["policiesBindings"];
        put?: never;
        /** Give a member a role on one resource */
        post: operations["policiesBind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iam/role-bindings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a role on a resource away */
        delete: operations["policiesUnbind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit log of the organization
         * @description Newest first. `from` and `to` are microseconds, RFC 3339, or relative such as `now-24h`.
         */
        get: operations["auditOfOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Audit log of the platform
         * @description Newest first. `from` and `to` are microseconds, RFC 3339, or relative such as `now-24h`.
         */
        get: operations["auditOfPlatform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/jwt/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keys that sign tokens, newest first */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/jwt/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new key
         * @description Tokens of the key before hold until they expire.
         */
        post: operations["keysRotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/jwt/secrets/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key that has leaked
         * @description Every token that it signed is refused within a second, that of the caller included.
         */
        post: operations["revokeKeys"];
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
    "/api/v1/apm/versions/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions
         * @description Decided by intervals: only what really regressed is listed.
         */
        get: operations["compareApm"];
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
    "/api/v1/apm/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deployments, with when each version was first seen */
        get: operations["listDeployments"];
        put?: never;
        /**
         * Record a deployment
         * @description The same deployment sent again is the same record.
         */
        post: operations["deploymentsRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/traces/service_graph": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The map of services and what they call */
        get: operations["serviceGraphGraph"];
        put?: never;
        post?: never;
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
        UserView: {
            id: string;
            email: string;
            display_name: string;
            is_root: boolean;
            avatar_url?: string;
            disabled: boolean;
            /** @enum {string} */
            status: "active" | "pending" | "rejected";
            display_role?: string;
            roles: components["schemas"]["RoleRef"][];
            team_names: string[];
            /** @constant */
            login_method: "password";
            last_active_at_micros?: number;
            joined_at_micros: number;
            created_at_micros: number;
        };
        InvitationView: {
            id: string;
            org_id: string;
            email: string;
            role_id: string;
            role_key: string;
            role_name: string;
            inviter_id: string;
            /** @enum {string} */
            status: "pending" | "accepted" | "revoked" | "expired";
            sent_at_micros: number;
            updated_at_micros: number;
        };
        AcceptedInvitation: {
            /** @constant */
            accepted: true;
            user_id: string;
            email: string;
            org_id: string;
            org_name: string;
        };
        OrgView: {
            id: string;
            name: string;
            slug: string;
            display_role?: string;
            roles: components["schemas"]["RoleRef"][];
            system: boolean;
            disabled: boolean;
        };
        SelectedOrg: {
            token: string;
            user_id: string;
            org_id: string;
            org_name: string;
            display_role: string;
            roles: components["schemas"]["RoleRef"][];
            system: boolean;
        };
        EmailDomains: {
            domains: string[];
        };
        InstanceInfo: {
            external_url: string;
            signup_enabled: boolean;
            version: string;
            release_channel: string;
        };
        SignupPolicy: {
            signup_enabled: boolean;
            signup_require_approval: boolean;
        };
        SignUpReply: {
            /** @enum {string} */
            status: "active" | "pending";
            token: string | null;
            user_id: string;
            email: string;
            display_name: string;
            org_id: string | null;
            org_name: string | null;
            display_role: string | null;
            roles: components["schemas"]["RoleRef"][];
        };
        RoleView: {
            id: string;
            key: string;
            name: string;
            description: string;
            builtin: boolean;
            /** @constant */
            role_type: "organization";
            /** @constant */
            scope: "organization";
            permissions: string[];
            usage: components["schemas"]["RoleUsage"];
            created_at_micros: number;
            updated_at_micros: number;
        };
        RoleUsage: {
            memberships: number;
            api_tokens: number;
            invitations: number;
            bindings: number;
            total: number;
        };
        PermissionCatalog: {
            version: number;
            permissions: components["schemas"]["PermissionView"][];
            bundles: components["schemas"]["BundleView"][];
        };
        PermissionView: {
            key: string;
            /** @enum {string} */
            scope: "organization" | "platform";
            domain: string;
            label_key: string;
            description_key: string;
            builtin_roles: string[];
            feature?: string;
        };
        BundleView: {
            key: string;
            label_key: string;
            description_key: string;
            permissions: string[];
        };
        Decision: {
            allowed: boolean;
            /** @enum {string} */
            reason: "platform_assignment" | "role_permission" | "resource_role_binding" | "scope_boundary" | "tenant_isolation" | "condition_mismatch" | "default_deny";
            policy_version: number;
            matched_binding_ids?: string[];
        };
        RoleBindingView: {
            id: string;
            role_id: string;
            /** @constant */
            principal_type: "user";
            principal_id: string;
            resource_type: components["schemas"]["ResourceType"];
            resource_id: string;
            conditions: components["schemas"]["Conditions"];
            starts_at_micros?: number;
            expires_at_micros?: number;
            created_at_micros: number;
        };
        /** @enum {string} */
        ResourceType: "alert" | "dashboard" | "folder" | "function" | "pipeline" | "report" | "saved_view" | "schedule" | "stream";
        Conditions: {
            environment?: string | string[];
            labels?: {
                [key: string]: string;
            };
        };
        AuditPage: {
            items: components["schemas"]["AuditRecordView"][];
            next_cursor?: string;
        };
        AuditRecordView: {
            id: string;
            org_id: string;
            /** @enum {string} */
            actor_kind: "user" | "api_token" | "anonymous";
            actor_id: string | null;
            action: string;
            target_kind?: string;
            target_id?: string;
            ip?: string;
            user_agent?: string;
            request_id?: string;
            payload: {
                [key: string]: unknown;
            };
            ts_micros: number;
            seq: number;
            hash: string;
        };
        SigningKeyView: {
            id: string;
            is_primary: boolean;
            created_at_micros: number;
            retired_at_micros?: number;
        };
        RotatedKeys: {
            new_kid: string;
            retired_kid?: string;
            active_count: number;
        };
        RevokedKey: {
            /** @constant */
            revoked: true;
            new_kid?: string;
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
            callee?: {
                namespace: string;
                name: string;
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
            rule?: string;
            types?: string[];
            frames: string[];
            value?: string;
        };
        VersionComparison: {
            error_rate_delta_interval?: components["schemas"]["Interval"];
            p95_ratio_interval?: components["schemas"]["Interval"];
            baseline: components["schemas"]["VersionSide"];
            candidate: components["schemas"]["VersionSide"];
            sufficient_data: boolean;
            status: components["schemas"]["ComparisonStatus"];
            delta: components["schemas"]["VersionDelta"];
            regressed_transactions: components["schemas"]["RegressedTransaction"][];
            regressed_errors: components["schemas"]["RegressedError"][];
            meta: components["schemas"]["Meta"];
        };
        Interval: [
            number,
            number
        ];
        VersionSide: {
            version: string;
            sample_count: number;
            effective_samples: number;
            red: components["schemas"]["RedSummary"];
        };
        /** @enum {string} */
        ComparisonStatus: "insufficient_data" | "regressed" | "improved" | "neutral";
        VersionDelta: {
            request_count_absolute: number;
            request_count_relative?: number;
            error_rate_absolute: number;
            error_rate_relative?: number;
            p95_absolute_micros?: number;
            p95_relative?: number;
        };
        RegressedTransaction: {
            error_rate_delta_interval?: components["schemas"]["Interval"];
            p95_ratio_interval?: components["schemas"]["Interval"];
            service: components["schemas"]["ServiceIdentity"];
            version?: string;
            transaction: {
                name: string;
                kind: string;
            };
            red: components["schemas"]["RedSummary"];
            total_time_micros: number;
            traces: components["schemas"]["SignalFilterHandle"];
            baseline_red: components["schemas"]["RedSummary"];
        };
        RegressedError: {
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
            occurrence_rate_delta_interval: components["schemas"]["Interval"];
        };
        Deployment: {
            /** @enum {string} */
            source: "event" | "first_seen";
            id?: string;
            service: components["schemas"]["ServiceIdentity"];
            version: string;
            deployed_at: number;
            first_seen_at?: number;
            description?: string;
            url?: string;
        };
        Deployments: {
            items: components["schemas"]["Deployment"][];
            has_more: boolean;
            meta: components["schemas"]["Meta"];
        };
        ServiceGraph: {
            edges: components["schemas"]["ServiceGraphEdge"][];
            count: number;
            truncated: boolean;
            meta: components["schemas"]["Meta"];
        };
        ServiceGraphEdge: {
            id: string;
            client_service: string;
            client_namespace: string;
            server_service: string;
            category: string;
            bucket_at_micros: number;
            request_count: number;
            error_count: number;
            p50_us?: number;
            p95_us?: number;
            p99_us?: number;
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
        User: components["schemas"]["UserView"];
        Users: components["schemas"]["UserView"][];
        Invitation: components["schemas"]["InvitationView"];
        Invitations: components["schemas"]["InvitationView"][];
        Org: components["schemas"]["OrgView"];
        Orgs: components["schemas"]["OrgView"][];
        Instance: components["schemas"]["InstanceInfo"];
        Accepted: {
            /** @constant */
            accepted: true;
        };
        PasswordReset: {
            /** @constant */
            reset: true;
        };
        Role: components["schemas"]["RoleView"];
        Roles: components["schemas"]["RoleView"][];
        Deleted: {
            /** @constant */
            deleted: true;
        };
        Decisions: {
            decisions: components["schemas"]["Decision"][];
        };
        RoleBindings: components["schemas"]["RoleBindingView"][];
        BoundRole: {
            value: components["schemas"]["RoleBindingView"];
            version: number;
        };
        UnboundRole: {
            /** @constant */
            deleted: true;
            version: number;
        };
        SigningKeys: components["schemas"]["SigningKeyView"][];
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
        CreateUser: {
            /** Format: email */
            email: string;
            display_name: string;
            password: string;
            role_ids?: string[];
        };
        UpdateUser: {
            display_name?: string;
            /** @description http or https URL, or empty */
            avatar_url?: string;
            disabled?: boolean;
        };
        SetMemberRoles: {
            /** Format: uuid */
            user_id: string;
            role_ids: string[];
        };
        CreateInvitation: {
            /** Format: email */
            email: string;
            /** Format: uuid */
            role_id?: string;
        };
        AcceptInvitation: {
            token: string;
            display_name?: string;
            password?: string;
        };
        CreateOrg: {
            name: string;
            slug: string;
        };
        RenameOrg: {
            name?: string;
        };
        OrgStatus: {
            disabled: boolean;
        };
        EmailDomain: {
            domain: string;
        };
        SignUp: {
            /** Format: email */
            email: string;
            display_name: string;
            password: string;
        };
        ForgotPassword: {
            /** Format: email */
            email: string;
            locale?: string;
        };
        ResetPassword: {
            token: string;
            password: string;
        };
        CreateRole: {
            key: string;
            name: string;
            description: string;
            permissions: string[];
        };
        UpdateRole: {
            name?: string;
            description?: string;
            permissions?: string[];
        };
        EvaluateBatch: {
            requests: components["schemas"]["EvaluationRequest"][];
        };
        EvaluationRequest: {
            permission: string;
            target?: components["schemas"]["ResourceTarget"];
            /** @description environment (text), labels (texts by name) */
            attributes?: Record<string, never>;
        };
        ResourceTarget: {
            /** Format: uuid */
            organization_id?: string;
            /** @enum {string} */
            resource_type: "alert" | "dashboard" | "folder" | "function" | "pipeline" | "report" | "saved_view" | "schedule" | "stream";
            resource_id: string;
        };
        CreateRoleBinding: {
            /** Format: uuid */
            role_id: string;
            /** @enum {string} */
            principal_type: "user";
            /** Format: uuid */
            principal_id: string;
            /** @enum {string} */
            resource_type: "alert" | "dashboard" | "folder" | "function" | "pipeline" | "report" | "saved_view" | "schedule" | "stream";
            resource_id: string;
            /** @description environment (text or texts), labels (texts by name) */
            conditions?: Record<string, never>;
            starts_at_micros?: number;
            expires_at_micros?: number;
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
        RecordDeployment: {
            /** @description 1 to 192 bytes of UTF-8, not blank */
            service: string;
            /** @description 1 to 192 bytes of UTF-8, not blank */
            version: string;
            /** @description 1 to 192 bytes of UTF-8, not blank */
            namespace?: string;
            /** @description 1 to 192 bytes of UTF-8, not blank */
            environment?: string;
            deployed_at?: number;
            description?: string;
            /** Format: url */
            url?: string;
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
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Members of the organization, by name */
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
                     *         "email": "ada@example.com",
                     *         "display_name": "Ada Lovelace",
                     *         "is_root": true,
                     *         "avatar_url": "https://example.com/ada.png",
                     *         "disabled": true,
                     *         "status": "active",
                     *         "display_role": "Owner",
                     *         "roles": [
                     *           {
                     *             "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "key": "key",
                     *             "name": "name",
                     *             "builtin": true
                     *           }
                     *         ],
                     *         "team_names": [
                     *           "team name"
                     *         ],
                     *         "login_method": "password",
                     *         "last_active_at_micros": 1795160040000000,
                     *         "joined_at_micros": 1795160040000000,
                     *         "created_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Users"];
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
    createUsers: {
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
                 *       "display_name": "Ada Lovelace",
                 *       "password": "correct horse battery staple",
                 *       "role_ids": [
                 *         "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateUser"];
            };
        };
        responses: {
            /** @description Make an account and a member */
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
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "is_root": true,
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "disabled": true,
                     *       "status": "active",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "team_names": [
                     *         "team name"
                     *       ],
                     *       "login_method": "password",
                     *       "last_active_at_micros": 1795160040000000,
                     *       "joined_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
            /** @description The address has an account already, or the organization is full. */
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
                     *       "message": "The address has an account already, or the organization is full.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    getUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One member */
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
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "is_root": true,
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "disabled": true,
                     *       "status": "active",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "team_names": [
                     *         "team name"
                     *       ],
                     *       "login_method": "password",
                     *       "last_active_at_micros": 1795160040000000,
                     *       "joined_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
            /** @description The permission `org.members.read` is missing. */
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
                     *       "message": "The permission `org.members.read` is missing.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    removeUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
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
            /** @description The organization would be left without an owner. */
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
                     *       "message": "The organization would be left without an owner.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    updateUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "display_name": "Ada Lovelace",
                 *       "avatar_url": "https://example.com/ada.png",
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUser"];
            };
        };
        responses: {
            /** @description Change a member */
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
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "is_root": true,
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "disabled": true,
                     *       "status": "active",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "team_names": [
                     *         "team name"
                     *       ],
                     *       "login_method": "password",
                     *       "last_active_at_micros": 1795160040000000,
                     *       "joined_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
            /** @description The permission is missing, or the account belongs to other organizations too. */
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
                     *       "message": "The permission is missing, or the account belongs to other organizations too.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
            /** @description The organization would be left without an owner. */
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
                     *       "message": "The organization would be left without an owner.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    usersApprove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Admit an account that signed up */
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
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "is_root": true,
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "disabled": true,
                     *       "status": "active",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "team_names": [
                     *         "team name"
                     *       ],
                     *       "login_method": "password",
                     *       "last_active_at_micros": 1795160040000000,
                     *       "joined_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
            /** @description The user does not wait for approval. */
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
                     *       "message": "The user does not wait for approval.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    usersReject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the user */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refuse an account that signed up */
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
                     *       "email": "ada@example.com",
                     *       "display_name": "Ada Lovelace",
                     *       "is_root": true,
                     *       "avatar_url": "https://example.com/ada.png",
                     *       "disabled": true,
                     *       "status": "active",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "team_names": [
                     *         "team name"
                     *       ],
                     *       "login_method": "password",
                     *       "last_active_at_micros": 1795160040000000,
                     *       "joined_at_micros": 1795160040000000,
                     *       "created_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
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
            /** @description The user does not wait for approval. */
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
                     *       "message": "The user does not wait for approval.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    membersSet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the active organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "role_ids": [
                 *         "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SetMemberRoles"];
            };
        };
        responses: {
            /** @description Set the roles of a member */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content?: never;
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
            /** @description There is no such member. */
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
                     *       "message": "There is no such member.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization would be left without an owner. */
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
                     *       "message": "The organization would be left without an owner.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    removeMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the active organization */
                id: string;
                /** @description Id of the user */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Remove a member */
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
            /** @description The organization would be left without an owner. */
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
                     *       "message": "The organization would be left without an owner.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Invitations, newest first */
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
                     *         "email": "ada@example.com",
                     *         "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "role_key": "ingest",
                     *         "role_name": "Ingest",
                     *         "inviter_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "status": "pending",
                     *         "sent_at_micros": 1795160040000000,
                     *         "updated_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Invitations"];
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
    createInvitations: {
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
                 *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *     }
                 */
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            /** @description Invite an e-mail address */
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
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "role_key": "ingest",
                     *       "role_name": "Ingest",
                     *       "inviter_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "status": "pending",
                     *       "sent_at_micros": 1795160040000000,
                     *       "updated_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
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
            /** @description The caller has not all permissions of the role, or the domain is not admitted. */
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
                     *       "message": "The caller has not all permissions of the role, or the domain is not admitted.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The address belongs to a member, or has an open invitation. */
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
                     *       "message": "The address belongs to a member, or has an open invitation.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    invitationsAccept: {
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
                 *       "token": "Hq0pW3uJ1ZfC7rX9tY2vB4nM6kL8sD5gE1aR3oT7iUw",
                 *       "display_name": "Ada Lovelace",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Accept an invitation */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true,
                     *       "user_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "org_name": "Default"
                     *     }
                     */
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            /** @description The link is invalid, used or expired, or the password is refused. */
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
                     *       "message": "The link is invalid, used or expired, or the password is refused.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    invitationsResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mail a new link */
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
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "role_key": "ingest",
                     *       "role_name": "Ingest",
                     *       "inviter_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "status": "pending",
                     *       "sent_at_micros": 1795160040000000,
                     *       "updated_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
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
            /** @description The invitation is not open any more. */
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
                     *       "message": "The invitation is not open any more.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    revokeInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdraw an invitation */
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
                     *       "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "email": "ada@example.com",
                     *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "role_key": "ingest",
                     *       "role_name": "Ingest",
                     *       "inviter_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "status": "pending",
                     *       "sent_at_micros": 1795160040000000,
                     *       "updated_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
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
            /** @description The invitation is not open any more. */
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
                     *       "message": "The invitation is not open any more.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    listOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller’s organizations */
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
                     *         "name": "name",
                     *         "slug": "slug",
                     *         "display_role": "Owner",
                     *         "roles": [
                     *           {
                     *             "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *             "key": "key",
                     *             "name": "name",
                     *             "builtin": true
                     *           }
                     *         ],
                     *         "system": true,
                     *         "disabled": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Orgs"];
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
    createOrganizations: {
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
                 *       "slug": "slug"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrg"];
            };
        };
        responses: {
            /** @description Make an organization */
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
                     *       "name": "name",
                     *       "slug": "slug",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "system": true,
                     *       "disabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
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
            /** @description The slug is taken. */
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
                     *       "message": "The slug is taken.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    organizationsRename: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name"
                 *     }
                 */
                "application/json": components["schemas"]["RenameOrg"];
            };
        };
        responses: {
            /** @description Rename an organization */
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
                     *       "name": "name",
                     *       "slug": "slug",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "system": true,
                     *       "disabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
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
    organizationsSetStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disabled": true
                 *     }
                 */
                "application/json": components["schemas"]["OrgStatus"];
            };
        };
        responses: {
            /** @description Disable or enable an organization */
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
                     *       "name": "name",
                     *       "slug": "slug",
                     *       "display_role": "Owner",
                     *       "roles": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "key": "key",
                     *           "name": "name",
                     *           "builtin": true
                     *         }
                     *       ],
                     *       "system": true,
                     *       "disabled": true
                     *     }
                     */
                    "application/json": components["schemas"]["Org"];
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
    organizationsSelect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the organization */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Go to another organization */
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
                     *       "system": true
                     *     }
                     */
                    "application/json": components["schemas"]["SelectedOrg"];
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
            /** @description The caller is no member, or the organization is disabled. */
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
                     *       "message": "The caller is no member, or the organization is disabled.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    listEmailDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Domains whose e-mail addresses may join */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         "domain"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomains"];
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
    emailDomainsAdd: {
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
                 *       "domain": "example.com"
                 *     }
                 */
                "application/json": components["schemas"]["EmailDomain"];
            };
        };
        responses: {
            /** @description Admit a domain */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         "domain"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomains"];
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
            /** @description The organization names 1000 domains. */
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
                     *       "message": "The organization names 1000 domains.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    removeEmailDomains: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The domain */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Admit a domain no longer */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "domains": [
                     *         "domain"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EmailDomains"];
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
    signupInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a sign-in page needs to know */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "external_url": "external url",
                     *       "signup_enabled": true,
                     *       "version": "1.4.2",
                     *       "release_channel": "stable"
                     *     }
                     */
                    "application/json": components["schemas"]["Instance"];
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
    signupPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether people may sign up */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signup_enabled": true,
                     *       "signup_require_approval": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignupPolicy"];
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
    signupSetPolicy: {
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
                 *       "signup_enabled": true,
                 *       "signup_require_approval": true
                 *     }
                 */
                "application/json": components["schemas"]["SignupPolicy"];
            };
        };
        responses: {
            /** @description Say whether people may sign up */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signup_enabled": true,
                     *       "signup_require_approval": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignupPolicy"];
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
    signupSignUp: {
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
                 *       "display_name": "Ada Lovelace",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Make an account */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "active",
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
                    "application/json": components["schemas"]["SignUpReply"];
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
            /** @description Sign-up is not open, or the domain is not admitted. */
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
                     *       "message": "Sign-up is not open, or the domain is not admitted.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization is full. */
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
                     *       "message": "The organization is full.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    signupForgot: {
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
                 *       "locale": "locale"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description Ask for a link to reset a password */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
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
            /** @description Too many requests from this address. */
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
                     *       "message": "Too many requests from this address.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    signupReset: {
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
                 *       "token": "Hq0pW3uJ1ZfC7rX9tY2vB4nM6kL8sD5gE1aR3oT7iUw",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["ResetPassword"];
            };
        };
        responses: {
            /** @description Set a new password */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "reset": true
                     *     }
                     */
                    "application/json": components["schemas"]["PasswordReset"];
                };
            };
            /** @description The link is invalid, used or expired, or the password is refused. */
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
                     *       "message": "The link is invalid, used or expired, or the password is refused.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Built-in and custom roles, and how often each is given */
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
                     *         "key": "key",
                     *         "name": "name",
                     *         "description": "description",
                     *         "builtin": true,
                     *         "role_type": "organization",
                     *         "scope": "organization",
                     *         "permissions": [
                     *           "streams.query"
                     *         ],
                     *         "usage": {
                     *           "memberships": 1,
                     *           "api_tokens": 1,
                     *           "invitations": 1,
                     *           "bindings": 1,
                     *           "total": 1
                     *         },
                     *         "created_at_micros": 1795160040000000,
                     *         "updated_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Roles"];
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
    createRoles: {
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
                 *       "key": "key",
                 *       "name": "name",
                 *       "description": "description",
                 *       "permissions": [
                 *         "streams.query"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateRole"];
            };
        };
        responses: {
            /** @description Make a role */
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
                     *       "key": "key",
                     *       "name": "name",
                     *       "description": "description",
                     *       "builtin": true,
                     *       "role_type": "organization",
                     *       "scope": "organization",
                     *       "permissions": [
                     *         "streams.query"
                     *       ],
                     *       "usage": {
                     *         "memberships": 1,
                     *         "api_tokens": 1,
                     *         "invitations": 1,
                     *         "bindings": 1,
                     *         "total": 1
                     *       },
                     *       "created_at_micros": 1795160040000000,
                     *       "updated_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Role"];
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
            /** @description The caller lacks one of the permissions. */
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
                     *       "message": "The caller lacks one of the permissions.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is taken, or the organization has 1000 roles. */
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
                     *       "message": "The key is taken, or the organization has 1000 roles.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    deleteRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete a role */
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
            /** @description The role is built in. */
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
                     *       "message": "The role is built in.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
            /** @description The role is in use. */
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
                     *       "message": "The role is in use.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    updateRoles: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the role */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "name",
                 *       "description": "description",
                 *       "permissions": [
                 *         "streams.query"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRole"];
            };
        };
        responses: {
            /** @description Change a role */
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
                     *       "key": "key",
                     *       "name": "name",
                     *       "description": "description",
                     *       "builtin": true,
                     *       "role_type": "organization",
                     *       "scope": "organization",
                     *       "permissions": [
                     *         "streams.query"
                     *       ],
                     *       "usage": {
                     *         "memberships": 1,
                     *         "api_tokens": 1,
                     *         "invitations": 1,
                     *         "bindings": 1,
                     *         "total": 1
                     *       },
                     *       "created_at_micros": 1795160040000000,
                     *       "updated_at_micros": 1795160040000000
                     *     }
                     */
                    "application/json": components["schemas"]["Role"];
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
            /** @description The role is built in, or the caller lacks one of its permissions. */
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
                     *       "message": "The role is built in, or the caller lacks one of its permissions.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    policiesCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All permissions, and bundles of them */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "permissions": [
                     *         {
                     *           "key": "streams.query",
                     *           "scope": "organization",
                     *           "domain": "observability",
                     *           "label_key": "permissions.streams_query",
                     *           "description_key": "permissions_hint.streams_query",
                     *           "builtin_roles": [
                     *             "owner",
                     *             "admin",
                     *             "editor",
                     *             "viewer"
                     *           ]
                     *         }
                     *       ],
                     *       "bundles": [
                     *         {
                     *           "key": "key",
                     *           "label_key": "label key",
                     *           "description_key": "description key",
                     *           "permissions": [
                     *             "streams.query"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PermissionCatalog"];
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
            /** @description Both `iam.roles.read` and `iam.policies.read` are missing. */
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
                     *       "message": "Both `iam.roles.read` and `iam.policies.read` are missing.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    policiesEvaluate: {
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
                 *       "requests": [
                 *         {
                 *           "permission": "permission",
                 *           "target": {
                 *             "organization_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *             "resource_type": "alert",
                 *             "resource_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                 *           },
                 *           "attributes": {}
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EvaluateBatch"];
            };
        };
        responses: {
            /** @description What the caller may do */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decisions": [
                     *         {
                     *           "allowed": true,
                     *           "reason": "platform_assignment",
                     *           "policy_version": 1,
                     *           "matched_binding_ids": [
                     *             "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Decisions"];
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
    policiesBindings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Roles on single resources */
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
                     *         "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "principal_type": "user",
                     *         "principal_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "resource_type": "alert",
                     *         "resource_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "conditions": {
                     *           "environment": "production",
                     *           "labels": {
                     *             "name": "name"
                     *           }
                     *         },
                     *         "starts_at_micros": 1795160040000000,
                     *         "expires_at_micros": 1795160040000000,
                     *         "created_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RoleBindings"];
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
    policiesBind: {
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
                 *       "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "principal_type": "user",
                 *       "principal_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "resource_type": "alert",
                 *       "resource_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                 *       "conditions": {},
                 *       "starts_at_micros": 1795160040000000,
                 *       "expires_at_micros": 1795160040000000
                 *     }
                 */
                "application/json": components["schemas"]["CreateRoleBinding"];
            };
        };
        responses: {
            /** @description Give a member a role on one resource */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "value": {
                     *         "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "role_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "principal_type": "user",
                     *         "principal_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "resource_type": "alert",
                     *         "resource_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *         "conditions": {
                     *           "environment": "production",
                     *           "labels": {
                     *             "name": "name"
                     *           }
                     *         },
                     *         "starts_at_micros": 1795160040000000,
                     *         "expires_at_micros": 1795160040000000,
                     *         "created_at_micros": 1795160040000000
                     *       },
                     *       "version": 8
                     *     }
                     */
                    "application/json": components["schemas"]["BoundRole"];
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
            /** @description The caller lacks one of the permissions of the role. */
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
                     *       "message": "The caller lacks one of the permissions of the role.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such member. */
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
                     *       "message": "There is no such member.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
                     *           "field": "from",
                     *           "reason": "must be an integer of microseconds"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization has 1000 role bindings. */
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
                     *       "message": "The organization has 1000 role bindings.",
                     *       "request_id": "7d9f4c1e2b8a4f6d",
                     *       "details": [
                     *         {
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
    policiesUnbind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the binding */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Take a role on a resource away */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "version": 8
                     *     }
                     */
                    "application/json": components["schemas"]["UnboundRole"];
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
    auditOfOrganization: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: string;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: string;
                actor_kind?: "user" | "api_token" | "anonymous";
                actor?: string;
                action?: string;
                target_kind?: string;
                target_id?: string;
                /** @description Page size; default 50. */
                limit?: number;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit log of the organization */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "actor_kind": "user",
                     *           "actor_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "action": "action",
                     *           "target_kind": "target kind",
                     *           "target_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "ip": "ip",
                     *           "user_agent": "user agent",
                     *           "request_id": "7d9f4c1e2b8a4f6d",
                     *           "payload": {
                     *             "name": "name"
                     *           },
                     *           "ts_micros": 1795160040000000,
                     *           "seq": 1,
                     *           "hash": "hash"
                     *         }
                     *       ],
                     *       "next_cursor": "AmsxpT0aG9kq"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
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
    auditOfPlatform: {
        parameters: {
            query?: {
                /** @description Start of the range, microseconds since the epoch. Default: 24 hours before `to`. */
                from?: string;
                /** @description End of the range, microseconds since the epoch. Default: now. */
                to?: string;
                actor_kind?: "user" | "api_token" | "anonymous";
                actor?: string;
                action?: string;
                target_kind?: string;
                target_id?: string;
                /** @description Page size; default 50. */
                limit?: number;
                /** @description A cursor of an earlier answer, unchanged, with the same endpoint, filters, range, sort and direction. Valid for 24 hours. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit log of the platform */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "org_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "actor_kind": "user",
                     *           "actor_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "action": "action",
                     *           "target_kind": "target kind",
                     *           "target_id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "ip": "ip",
                     *           "user_agent": "user agent",
                     *           "request_id": "7d9f4c1e2b8a4f6d",
                     *           "payload": {
                     *             "name": "name"
                     *           },
                     *           "ts_micros": 1795160040000000,
                     *           "seq": 1,
                     *           "hash": "hash"
                     *         }
                     *       ],
                     *       "next_cursor": "AmsxpT0aG9kq"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
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
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Keys that sign tokens, newest first */
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
                     *         "is_primary": true,
                     *         "created_at_micros": 1795160040000000,
                     *         "retired_at_micros": 1795160040000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SigningKeys"];
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
    keysRotate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sign with a new key */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "new_kid": "new kid",
                     *       "retired_kid": "retired kid",
                     *       "active_count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedKeys"];
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
    revokeKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoke a key that has leaked */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revoked": true,
                     *       "new_kid": "new kid"
                     *     }
                     */
                    "application/json": components["schemas"]["RevokedKey"];
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
                     *           "callee": {
                     *             "namespace": "shop",
                     *             "name": "name"
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
                     *           "callee": {
                     *             "namespace": "shop",
                     *             "name": "name"
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
                     *           "callee": {
                     *             "namespace": "shop",
                     *             "name": "name"
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
                     *         "rule": "rule",
                     *         "types": [
                     *           "type"
                     *         ],
                     *         "frames": [
                     *           "frame"
                     *         ],
                     *         "value": "value"
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
    compareApm: {
        parameters: {
            query: {
                /** @description Version to compare with; differs from `candidate`. */
                baseline: string;
                /** @description Version that is judged. */
                candidate: string;
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Compare two versions */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error_rate_delta_interval": [
                     *         1,
                     *         1
                     *       ],
                     *       "p95_ratio_interval": [
                     *         1,
                     *         1
                     *       ],
                     *       "baseline": {
                     *         "version": "1.4.2",
                     *         "sample_count": 1,
                     *         "effective_samples": 1,
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
                     *         }
                     *       },
                     *       "candidate": {
                     *         "version": "1.4.2",
                     *         "sample_count": 1,
                     *         "effective_samples": 1,
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
                     *         }
                     *       },
                     *       "sufficient_data": true,
                     *       "status": "insufficient_data",
                     *       "delta": {
                     *         "request_count_absolute": 1,
                     *         "request_count_relative": 1,
                     *         "error_rate_absolute": 1,
                     *         "error_rate_relative": 1,
                     *         "p95_absolute_micros": 1795160040000000,
                     *         "p95_relative": 1
                     *       },
                     *       "regressed_transactions": [
                     *         {
                     *           "error_rate_delta_interval": [
                     *             1,
                     *             1
                     *           ],
                     *           "p95_ratio_interval": [
                     *             1,
                     *             1
                     *           ],
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
                     *           "baseline_red": {
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
                     *       "regressed_errors": [
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
                     *           },
                     *           "occurrence_rate_delta_interval": [
                     *             1,
                     *             1
                     *           ]
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
                    "application/json": components["schemas"]["VersionComparison"];
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
    listDeployments: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deployments, with when each version was first seen */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "source": "event",
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "service": {
                     *             "namespace": "shop",
                     *             "name": "checkout",
                     *             "environment": "production"
                     *           },
                     *           "version": "1.4.2",
                     *           "deployed_at": 1795160040000000,
                     *           "first_seen_at": 1795160040000000,
                     *           "description": "description",
                     *           "url": "url"
                     *         }
                     *       ],
                     *       "has_more": false,
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
                    "application/json": components["schemas"]["Deployments"];
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
    deploymentsRecord: {
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
                 *       "service": "checkout",
                 *       "version": "1.4.2",
                 *       "namespace": "shop",
                 *       "environment": "production",
                 *       "deployed_at": 1795160040000000,
                 *       "description": "description",
                 *       "url": "url"
                 *     }
                 */
                "application/json": components["schemas"]["RecordDeployment"];
            };
        };
        responses: {
            /** @description Record a deployment */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source": "event",
                     *       "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *       "service": {
                     *         "namespace": "shop",
                     *         "name": "checkout",
                     *         "environment": "production"
                     *       },
                     *       "version": "1.4.2",
                     *       "deployed_at": 1795160040000000,
                     *       "first_seen_at": 1795160040000000,
                     *       "description": "description",
                     *       "url": "url"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
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
    serviceGraphGraph: {
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
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The map of services and what they call */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Trace-Id": components["headers"]["X-Trace-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "edges": [
                     *         {
                     *           "id": "01993f0c-5d2e-7c3a-9a51-2f8d6b0c4e17",
                     *           "client_service": "client service",
                     *           "client_namespace": "client namespace",
                     *           "server_service": "server service",
                     *           "category": "database",
                     *           "bucket_at_micros": 1795160040000000,
                     *           "request_count": 1200,
                     *           "error_count": 6,
                     *           "p50_us": 1,
                     *           "p95_us": 1,
                     *           "p99_us": 1
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "truncated": true,
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
                    "application/json": components["schemas"]["ServiceGraph"];
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
