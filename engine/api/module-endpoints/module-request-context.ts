import type { CompiledModule, JsonValue } from '#engine/model';
import type { ApiResponse } from '../responses/send-response.ts';
import type { RequestContext } from '../request/request-context.ts';

/** The context of a request to one of the common endpoints of a module. */
export interface ModuleRequestContext extends RequestContext {
  readonly module: CompiledModule;
  readonly body: { readonly [name: string]: JsonValue };
  /** True under `/api/generic-modules/`: the body names the module and holds the record's fields under `fields`. */
  readonly isGeneric: boolean;
}

export type ModuleOperation = (context: ModuleRequestContext) => Promise<ApiResponse>;
