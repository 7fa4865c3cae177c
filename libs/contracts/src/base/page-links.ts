/**
 * Where messages and answers lead people: the one place that says so, so that no link leads to a page that is not there. The console
 * has the same paths (apps/console/src/router.tsx). Pure.
 */

/** `baseUrl`: of the installation, with or without a slash at its end. */
export const linkTo = (baseUrl: string, path: string): string =>
  `${baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl}${path}`;

export const incidentPage = (id: string): string => `/alerts/incidents/${id}`;

/** The secret stands behind the hash: it reaches no server and no log. */
export const signInPage = (member: string, secret: string): string => `/signin#${member}=${secret}`;

export const sharedPage = (secret: string): string => `/s/${secret}`;

export const acknowledgePage = (secret: string): string => `/api/v1/alerts/acknowledge/${secret}`;
