/** Short name of an organization, as statements name it too. Apart from the contracts: engine processes start with it alone. */
export const ORGANIZATION_SLUG = /^[a-z0-9](-?[a-z0-9]){1,62}$/;
