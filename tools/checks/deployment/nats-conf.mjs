/** What the deployments rest on in `deploy/nats/nats.conf`. */

const USER = /\buser\s*[:=]\s*"?([\w-]+)"?\s*,?\s*password\s*[:=]\s*\$(\w+)/g;

/** @returns {Record<string, string>} variable of the password, by user */
export const natsUsers = (text) => Object.fromEntries([...text.matchAll(USER)].map(([, user, name]) => [user, name]));

const REQUIRED = [
  [/^\s*sync_interval\s*[:=]\s*"?always"?/m, 'does not bring every message to the disk (sync_interval: always)'],
  [/^\s*listen\s*[:=]\s*"?(0\.0\.0\.0:)?4222"?\s*$|^\s*port\s*[:=]\s*4222/m, 'does not listen on port 4222'],
  [/^\s*http(_port)?\s*[:=]\s*"?(0\.0\.0\.0:)?8222"?\s*$/m, 'serves no /healthz on port 8222, which the probes ask'],
  [/^\s*store_dir\s*[:=]\s*"?\/data"?/m, 'does not keep the log in /data, where the volume is'],
];

/** @param {string} text @param {string[]} services each needs a user of its own @returns {string[]} */
export function natsConfFaults(text, services) {
  const users = natsUsers(text);
  return [
    ...REQUIRED.filter(([pattern]) => !pattern.test(text)).map(([, fault]) => `nats.conf: ${fault}`),
    ...services.filter((name) => users[name] === undefined).map((name) => `nats.conf: has no user ${name}`),
  ];
}
