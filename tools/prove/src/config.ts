/** The environment that the stack under proof is started with: the only place of this package that reads it. */
export function stackEnvironment(adminPassword: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SPANWISE_ADMIN_PASSWORD: adminPassword,
    // Every variant of every set is a namespace of its own: together they have more services than one shop would.
    SPANWISE_LIMIT_SERVICES: '5000',
  };
}
