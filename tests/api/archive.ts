import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { TestServer, TestServerOptions } from '../support/start-server.ts';
import { DOT_PNG, download, upload } from '../support/upload.ts';
import { WORKSHOP } from './each-store.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));
const PASSWORD = 'Files-pass1!';

/** The workshop with papers, whose fields hold files. */
export const ARCHIVE: Omit<TestServerOptions, 'store'> = {
  ...WORKSHOP,
  definitionFolders: [...(WORKSHOP.definitionFolders ?? []), path.join(top, 'tests/fixtures/archive')],
};

/** Users with different rights on papers. */
export interface ArchiveUsers {
  readonly admin: ApiClient;
  /** Creates, sees and changes every paper, but not the field of secret pages. */
  readonly clerk: ApiClient;
  readonly other: ApiClient;
  /** Sees the papers that are assigned to them, and changes none. */
  readonly visitor: ApiClient;
  readonly visitorId: string;
  /** Has no access to papers. */
  readonly stranger: ApiClient;
  readonly dashboard: ApiClient;
}

export async function createArchiveUsers(server: TestServer): Promise<ArchiveUsers> {
  const hire = async (name: string, userType: string, roles: readonly string[]): Promise<readonly [ApiClient, string]> => {
    const { status, body } = await server.admin.post('/api/users/register', {
      email: `${name}@files.test`,
      password: PASSWORD,
      first_name: name,
      last_name: 'Files',
      userType,
      roles,
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return [await signInToArchive(server, name), body._id];
  };
  const [clerk] = await hire('clerk', 'Standard', ['role_clerk']);
  const [other] = await hire('other', 'Admin', ['role_clerk']);
  const [visitor, visitorId] = await hire('visitor', 'Standard', ['role_visitor']);
  const [stranger] = await hire('stranger', 'Standard', ['role_borrower']);
  const [dashboard] = await hire('dashboard', 'Dashboard', []);
  return { admin: server.admin, clerk, other, visitor, visitorId, stranger, dashboard };
}

/** A new session of one of the {@link ArchiveUsers}. */
export function signInToArchive(server: TestServer, name: string): Promise<ApiClient> {
  return server.signIn(`${name}@files.test`, PASSWORD);
}

/** Uploads a file; returns its path. */
export async function storeFile(
  client: ApiClient,
  name = 'plan.png',
  content: string | Uint8Array<ArrayBuffer> = DOT_PNG,
): Promise<string> {
  const { status, body } = await upload(client, { name, content });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.path;
}

/** The status with which a file is served. */
export async function statusOf(client: ApiClient, address: string): Promise<number> {
  return (await download(client, address)).status;
}
