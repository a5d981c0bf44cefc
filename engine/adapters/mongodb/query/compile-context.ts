import type { ClientSession, Document } from 'mongodb';
import type { SchemaRegistry } from '../schema/schema-registry.ts';

/** What the filter compiler needs from the store. */
export interface CompileContext {
  readonly schemaRegistry: SchemaRegistry;
  readonly session: ClientSession | undefined;
  /** Milliseconds that each query that resolves a relation may take. */
  readonly deadline: number;
  /** Relations to more records than this are looked up record by record. */
  readonly relatedLimit: number;
  /** Called with every query that resolves a relation. */
  readonly onQuery?: (collection: string, pipeline: readonly Document[]) => void;
  /** Counter for the names of helper fields. */
  next: number;
}

/** A filter for `$match`, and the stages that compute the helper fields that it reads. */
export interface CompiledFilter {
  readonly match: Document;
  readonly stages: readonly Document[];
}
