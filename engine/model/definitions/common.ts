import { Type, type Static } from 'typebox';

/** An identifier that never changes: a rename changes names and labels, never the id. */
export const StableId = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$' });

/** Module names start with a letter, then letters or digits only (specification 1, section 5). */
export const ModuleName = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z][A-Za-z0-9]*$' });

/** Field names start with a lowercase letter, then letters, digits, hyphen or underscore; `_id` parts are reserved. */
export const FieldName = Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z][A-Za-z0-9_-]*$' });

export const Label = Type.String({ minLength: 1, maxLength: 200 });

/** A value of the dropdown `user_type`. */
export const UserTypeSchema = Type.String({ minLength: 1, maxLength: 100 });

/** Type of a user; a 'System Admin' passes every permission check. */
export type UserType = Static<typeof UserTypeSchema>;
