import type { CompiledModule, JsonValue } from '#engine/model';
import type { ApiResponse } from '../responses/send-response.ts';
import type { RequestContext } from '../request/request-context.ts';

/** One of the common calls, on one module. */
export interface ModuleRequestContext extends RequestContext {
  readonly module: CompiledModule;
  readonly body: { readonly [name: string]: JsonValue };
  /** Under `/api/generic-modules/`: the body names the module, and fields stand under `fields`. */
  readonly isGeneric: boolean;
}

export type ModuleOperation = (context: ModuleRequestContext) => Promise<ApiResponse>;
