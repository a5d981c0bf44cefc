import { afterEach, beforeEach } from 'vitest';
import { definePlugin, type PluginManifest } from '#engine';
import { SYSTEM_ACTOR } from '../../engine/access/index.ts';
import { composeApplication, readConfiguration, type Application } from '../../engine/application/index.ts';
import type { MusterError } from '../../engine/errors/index.ts';
import type { LogPort } from '../../engine/ports/index.ts';
import { describeOnStores, type TestStores } from '../registry/test-stores.ts';

const CONFIGURATION = readConfiguration({ MUSTER_SEED: 'none', MUSTER_DATA_DIR: 'data', MUSTER_SECRET: 's'.repeat(40) }, '/nowhere');

/** The product with plugins of a test, on an empty store. */
export interface PluginPipeline {
  /** Composes the product with plugins; one without a name is called paint. */
  readonly compose: (...manifests: readonly Partial<PluginManifest>[]) => Promise<Application>;
  /** Lets the hooks of the plugins that are composed next fail if they use fields that they do not declare. */
  readonly failOnUndeclaredFields: () => void;
  /** Errors in the log. */
  readonly logged: readonly string[];
}

/** Runs a suite on each store; every test has a store of its own. */
export function describePluginPipeline(suite: (pipeline: PluginPipeline) => void): void {
  describeOnStores('a plugin in the pipeline', (make) => {
    const logged: string[] = [];
    const log: LogPort = {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (_, text) => void logged.push(text),
    };
    let stores: TestStores;
    let application: Application | undefined;
    let failsOnUndeclaredFields = false;

    beforeEach(async () => {
      stores = await make();
    });

    afterEach(async () => {
      failsOnUndeclaredFields = false;
      logged.length = 0;
      await application?.close();
      application = undefined;
      await stores.end();
    });

    const compose = async (...manifests: readonly Partial<PluginManifest>[]): Promise<Application> => {
      const plugins = manifests.map((manifest) => definePlugin({ name: 'paint', version: '1.0.0', engine: '*', ...manifest }));
      application = await composeApplication(CONFIGURATION, {
        store: await stores.open(),
        log,
        plugins,
        definitionFolders: ['tests/fixtures/definitions'],
        watchdog: false,
        failsOnUndeclaredFields,
      });
      return application;
    };
    const failOnUndeclaredFields = () => {
      failsOnUndeclaredFields = true;
    };
    suite({ compose, failOnUndeclaredFields, logged });
  });
}

export async function create(app: Application, fields: object, module = 'things') {
  return (await app.records.create(SYSTEM_ACTOR, { module, fields: fields as never })).record;
}

export async function count(app: Application, module = 'things'): Promise<number> {
  return (await app.records.find(SYSTEM_ACTOR, { module })).total;
}

export function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  return promise.then(
    () => undefined,
    (error: MusterError) => error.code,
  );
}
