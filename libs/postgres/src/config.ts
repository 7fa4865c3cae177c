/** Environment of the provisioning command. */
export function provisionConfig(environment = process.env): { adminUrl: string; passwords: Record<string, string> } {
  const adminUrl = environment.SPANWISE_ADMIN_DATABASE_URL;
  const passwords = environment.SPANWISE_DB_PASSWORDS;
  if (adminUrl === undefined || passwords === undefined) {
    throw new Error('SPANWISE_ADMIN_DATABASE_URL and SPANWISE_DB_PASSWORDS (JSON of role: password) are required');
  }
  return { adminUrl, passwords: JSON.parse(passwords) as Record<string, string> };
}
