import { MusterError, SYSTEM_ACTOR, type Actor, type PluginContext, type PluginRouteContext, type VisibleRecord } from '#engine';
import { toText, type JsonObject } from '#engine/model';
import type { DocumentData } from '../../shared/document.ts';
import { readRecipients, type Recipient } from '../../shared/instance.ts';
import type { InputValues } from '../../shared/conditions.ts';
import type { SigningEvent } from './signing-events.ts';

export const INSTANCES = 'interactiveDocumentInstances';
export const ACTIONS = 'interactiveDocumentInstanceActions';
export const FORMS = 'interactiveDocuments';
export const SIGNING_FILES = 'signingFiles';

/** Attempts of a change that others get ahead of. */
const MOST_ATTEMPTS = 25;

type Records = Pick<PluginContext, 'records'>;

/** A document to sign, as the plugin sees it. */
export interface Instance {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly title: string;
  readonly recipients: readonly Recipient[];
  readonly completeInOrder: boolean;
  readonly data: DocumentData;
  /** Values of those who signed, by input. */
  readonly responses: InputValues;
  /** Values that are not final, by recipient. */
  readonly drafts: { readonly [recipient: string]: InputValues };
  readonly record: VisibleRecord;
}

/** The product, in the name of a user if one acts. */
export function actForPlugin(actor?: Actor): Actor {
  const { userId, impersonatorId } = actor ?? {};
  return {
    ...SYSTEM_ACTOR,
    name: 'signing',
    ...(userId === undefined ? {} : { userId }),
    ...(impersonatorId === undefined ? {} : { impersonatorId }),
  };
}

/** A stored document to sign. */
export function toInstance(record: VisibleRecord): Instance {
  return {
    id: record._id,
    version: Number(record['_version']),
    status: toText(record['status']),
    title: toText(record['label']) || toText(record['name']),
    recipients: readRecipients(record['recipients']),
    completeInOrder: record['completeInOrder'] === true,
    data: readData(record['doc_data']),
    responses: (record['responses'] ?? {}) as InputValues,
    drafts: (record['drafts'] ?? {}) as Instance['drafts'],
    record,
  };
}

/** The pages of a field's value. */
export function readData(value: unknown): DocumentData {
  const pages = (value as DocumentData | null | undefined)?.pages;
  return { pages: Array.isArray(pages) ? (pages as DocumentData['pages']).map((page) => ({ ...page, inputs: page.inputs ?? [] })) : [] };
}

/** A document to sign with the rights of the product; undefined: there is none, or it is deleted. */
export async function findInstance({ records }: Records, id: string): Promise<Instance | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: INSTANCES, filter: { _id: id }, limit: 1, totalLimit: 1 });
  return data[0] === undefined ? undefined : toInstance(data[0]);
}

/** A document to sign that the caller may edit. Errors: `record_not_found`, `action_not_allowed`. */
export async function requireEditable({ records, actor, refuse }: PluginRouteContext, id: string): Promise<Instance> {
  await records.get(actor, { module: INSTANCES, id });
  const { allowed } = await records.explain(actor, { module: INSTANCES, id, action: 'edit' });
  if (!allowed) refuse('action_not_allowed');
  return (await findInstance({ records }, id)) ?? refuse('record_not_found');
}

/** What a change saves. */
export interface InstanceChange {
  readonly fields?: JsonObject;
  readonly events?: readonly SigningEvent[];
}

/**
 * Changes a document to sign: reads it, and saves what `decide` returns if nobody else has changed it meanwhile, else begins again. Of many
 * changes at once, each sees the result of those before it. Undefined: nothing is saved. Errors: `record_not_found`, those of `decide` and of
 * the save.
 */
export async function changeInstance(
  context: Records & Pick<PluginContext, 'refuse'>,
  id: string,
  actor: Actor,
  decide: (instance: Instance) => InstanceChange | undefined | Promise<InstanceChange | undefined>,
): Promise<Instance> {
  for (let attempt = 1; ; attempt += 1) {
    const instance = (await findInstance(context, id)) ?? context.refuse('record_not_found');
    const change = await decide(instance);
    if (change === undefined) return instance;
    const { fields = {}, events = [] } = change;
    try {
      await context.records.update(actor, {
        module: INSTANCES,
        id,
        version: instance.version,
        fields: { ...fields, ...(events.length === 0 ? {} : { new_events: events.map((event) => ({ ...event }) as JsonObject) }) },
      });
      return (await findInstance(context, id)) ?? context.refuse('record_not_found');
    } catch (error) {
      if (!(error instanceof MusterError && error.code === 'version_conflict') || attempt >= MOST_ATTEMPTS) throw error;
    }
  }
}

/** The event of a user. */
export function eventOf({ actor, client }: Pick<PluginRouteContext, 'actor' | 'client'>, event: SigningEvent): SigningEvent {
  return {
    ...event,
    ...(actor.userId === undefined ? {} : { user: actor.userId }),
    ...{ ip_address: client.address, user_agent: client.program },
  };
}
