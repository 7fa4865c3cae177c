/** A product with people in it whose sign-ins no limit slows down. */
import pg from 'pg';
import { BUILTIN_ROLES } from '@spanwise/contracts/authz/permissions';
import { must } from '../harness/http.js';
import { Product, type SignedIn } from '../harness/product.js';

/** The least that argon2 takes: what else differs between the classes of a sign-in shows best. */
const LEAST_MEMORY_KIB = '8';
const PASSWORD = 'correct horse 9 battery';

export class Scene {
  private constructor(
    readonly product: Product,
    readonly database: pg.Client,
    readonly baseUrl: string,
  ) {}

  static async open(): Promise<Scene> {
    const product = await Product.start({
      environment: { SPANWISE_PASSWORD_MEMORY_KIB: LEAST_MEMORY_KIB, LOG_LEVEL: 'error' },
    });
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    return new Scene(product, database, product.baseUrl);
  }

  async close(): Promise<void> {
    await this.database.end();
    this.product.stop();
  }

  /** The limits of guessing have their own specs; here they would only distort the measured times. */
  async forgetTries(): Promise<void> {
    await this.database.query('delete from iam.sign_in_limits');
  }

  async admin(): Promise<SignedIn> {
    await this.forgetTries();
    return this.product.owner();
  }

  signIn(email: string): Promise<SignedIn> {
    return must<SignedIn>(this.baseUrl, 'POST /api/v1/auth/signin', undefined, { email, password: PASSWORD });
  }

  async newUser(adminToken: string, email: string): Promise<{ id: string }> {
    return must<{ id: string }>(this.baseUrl, 'POST /api/v1/users', adminToken, {
      email,
      display_name: email,
      password: PASSWORD,
      role_ids: [BUILTIN_ROLES.find((role) => role.key === 'owner')!.id],
    });
  }
}
