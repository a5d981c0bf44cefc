import { homeRoute, moduleRoute, recordRoute, type PreviewRequest } from '../../../client/index.ts';
import type { SessionUser } from '#engine/model/wire';

/** What the address of `/preview` says. */
export interface PreviewAddress {
  /** Undefined: nobody is chosen yet. */
  readonly request: PreviewRequest;
  readonly hasPerson: boolean;
  /** The dialog is shown first. */
  readonly isChoosing: boolean;
  /** The page that the preview was started from. */
  readonly back: string;
  /** The page to open in it; undefined: the module, else the first page. */
  readonly open: string | undefined;
  readonly module: string | undefined;
  readonly record: string | undefined;
}

/** A path of this application; anything else is ignored. */
function pathOf(value: string | null): string | undefined {
  return value !== null && /^\/(?![/\\])/u.test(value) && !value.startsWith('/preview') ? value : undefined;
}

const listOf = (value: string | null): readonly string[] => (value === null || value === '' ? [] : value.split(','));

/** Reads the address of `/preview`. */
export function readPreviewAddress(search: string): PreviewAddress {
  const query = new URLSearchParams(search);
  const get = (name: string) => query.get(name) ?? undefined;
  const [user, roles, teams, userType] = [get('user'), listOf(query.get('roles')), listOf(query.get('teams')), get('userType')];
  const ofRoles = { roles, ...(teams.length > 0 ? { teams } : {}), ...(userType === undefined ? {} : { userType }) };
  const person = user === undefined ? (roles.length > 0 ? ofRoles : {}) : { user };
  const hasPerson = user !== undefined || roles.length > 0;
  return {
    request: { changeSet: get('changeSet') ?? null, ...person },
    hasPerson,
    isChoosing: query.has('choose') || !hasPerson,
    back: pathOf(query.get('back')) ?? '/admin/studio',
    open: pathOf(query.get('open')),
    module: get('module'),
    record: get('record'),
  };
}

/** The page that a preview opens with; the session of the person must be known. */
export function firstPage({ open, module, record }: PreviewAddress, user: Pick<SessionUser, 'userType'>): string {
  if (open !== undefined) return open;
  if (module === undefined) return homeRoute(user);
  return record === undefined ? moduleRoute(module, user) : recordRoute(module, record, user);
}
