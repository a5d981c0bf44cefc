import type { CompiledModule, JsonValue } from '#engine/model';
import type { Answer } from '../answers/send.ts';
import type { Call } from '../request/call.ts';

/** One of the common calls, on one module. */
export interface ModuleCall extends Call {
  readonly module: CompiledModule;
  readonly body: { readonly [name: string]: JsonValue };
  /** Under `/api/generic-modules/`: the body names the module, and fields stand under `fields`. */
  readonly isGeneric: boolean;
}

export type ModuleOperation = (call: ModuleCall) => Promise<Answer>;
