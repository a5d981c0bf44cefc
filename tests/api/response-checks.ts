import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './schema-values.ts';

/** An operation of the document with its responses. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly responses: { readonly [status: string]: Schema };
}

/** Compiles checks of responses against the document's schema for their status. */
export function createResponseChecks(document: Schema): (operation: DescribedOperation, status: number) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema({ ...document, $id: 'api' });
  const known = new Map<string, ValidateFunction>();
  return (operation, status) => {
    const key = `${operation.method} ${operation.path} ${status}`;
    let check = known.get(key);
    if (check === undefined) {
      const at = ['paths', operation.path, operation.method, 'responses', String(status)];
      const given = operation.responses[String(status)] ?? {};
      const pointer =
        '$ref' in given
          ? String(given['$ref']).slice(1)
          : `/${at.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
      check = ajv.compile({ $ref: `api#${pointer}/content/application~1json/schema` });
      known.set(key, check);
    }
    return check;
  };
}
