import type { ErrorRow } from '../../errors/index.ts';
import type { JsonObject } from '#engine/model';
import { SHARED_RESPONSES } from './components.ts';

const NAMES: { readonly [status: string]: string } = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'Failed',
  503: 'Unavailable',
};

/** Error responses that any endpoint may return. */
export const ERROR_RESPONSES: JsonObject = Object.fromEntries(
  Object.entries(NAMES).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** Same as `ERROR_RESPONSES`, with the errors of plugins listed under their status. */
export function buildErrorResponses(rows: { readonly [code: string]: ErrorRow }): JsonObject {
  const byStatus = new Map<string, string[]>();
  for (const [code, row] of Object.entries(rows))
    if (row.isPublic) byStatus.set(String(row.status), [...(byStatus.get(String(row.status)) ?? []), `\`${code}\`: ${row.text}`]);
  const told = [...byStatus].map(([status, lines]): [string, JsonObject] => {
    const common = SHARED_RESPONSES[NAMES[status] ?? '']?.['description'];
    const description = [...(typeof common === 'string' ? [common] : []), ...lines.map((line) => `- ${line}`)].join('\n');
    return [status, { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } }];
  });
  return { ...ERROR_RESPONSES, ...Object.fromEntries(told) };
}
