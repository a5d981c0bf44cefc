import type { RecordLink } from '#engine/model';
import { bodyOf, rightsOf, type Call, type CallRouter } from '../request/call.ts';
import { textParameterOf } from '../request/parameters.ts';
import { textOf } from '../request/write-input.ts';
import { moduleNamed } from '../module-calls/module-directory.ts';
import { buildShellView } from '../views/shell-view.ts';

/** `/api/shell`, `/api/favorites`, `/api/recently-seen`: what the frame and the first page need. */
export function serveShell({ on }: CallRouter): void {
  on({ method: 'GET', url: '/api/shell' }, async (call) => {
    const signedIn = await call.services.sessions.describeUser(call.session.claims.sub);
    return { body: buildShellView(call.snapshot, await rightsOf(call), signedIn) };
  });
  on({ method: 'GET', url: '/api/favorites' }, async (call) => {
    const module = textParameterOf(call.query, 'module');
    const links = await listFavorites(call, module === undefined ? undefined : moduleNamed(call.snapshot, module).name);
    return { body: { data: links, total: links.length } };
  });
  on({ method: 'GET', url: '/api/recently-seen' }, async (call) => {
    const data = await call.services.records.recentlySeen(call.actor);
    return { body: { data, total: data.length } };
  });
  on({ method: 'POST', url: '/api/recently-seen' }, async (call) => {
    const body = bodyOf(call);
    const id = body['id'] === undefined ? textOf(body, '_id') : textOf(body, 'id');
    await call.services.records.noteSeen(call.actor, { module: moduleNamed(call.snapshot, textOf(body, 'module')).name, id });
    return { body: { success: true } };
  });
}

async function listFavorites(call: Call, module: string | undefined): Promise<readonly RecordLink[]> {
  const favorites = await call.services.records.favorites(call.actor, module === undefined ? {} : { module });
  return favorites.map(({ module: name, record }) => {
    const nameField = call.snapshot.module(name)?.nameField ?? 'name';
    return { module: name, _id: record._id, name: asText(record[nameField]), at: asText(record['updatedAt']) };
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
