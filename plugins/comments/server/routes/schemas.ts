import type { JsonObject } from '#engine/model';
import { MAX_COMMENT, MAX_FILES, MAX_LIMIT, MAX_MENTIONS } from '../../shared/comment.ts';

const ID: JsonObject = { type: 'string', minLength: 1, maxLength: 200 };
const TIME: JsonObject = { type: ['string', 'null'] };
const PERSON: JsonObject = { type: 'object', required: ['_id', 'name'], properties: { _id: ID, name: { type: 'string' } } };

const TEXT: JsonObject = { type: 'string', minLength: 1, maxLength: MAX_COMMENT, pattern: '\\S' };
const MENTIONS: JsonObject = { type: 'array', maxItems: MAX_MENTIONS, uniqueItems: true, items: ID };

const FILES: JsonObject = {
  type: 'array',
  maxItems: MAX_FILES,
  uniqueItems: true,
  items: { type: 'string', minLength: 1, maxLength: 500 },
  description: 'Paths of uploaded files, under /api/files.',
};

function bodyOf(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', additionalProperties: false, required: [...required], properties };
}

const RECORD: JsonObject = { module: ID, id: ID };
const OF_RECORD = ['module', 'id'] as const;

/** Bodies of the endpoints. */
export const BODIES = {
  record: bodyOf(RECORD, OF_RECORD),
  list: bodyOf({ ...RECORD, limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT } }, OF_RECORD),
  create: bodyOf({ ...RECORD, comment: TEXT, mentions: MENTIONS, files: FILES }, [...OF_RECORD, 'comment']),
  change: { ...bodyOf({ comment: TEXT, mentions: MENTIONS, resolved: { type: 'boolean' } }, []), minProperties: 1 },
  people: bodyOf({ ...RECORD, search: { type: 'string', maxLength: 200 } }, OF_RECORD),
  follow: bodyOf({ ...RECORD, follows: { type: 'boolean' } }, [...OF_RECORD, 'follows']),
  preferences: bodyOf({ followsAutomatically: { type: 'boolean' } }, ['followsAutomatically']),
} as const;

export const COMMENT: JsonObject = {
  type: 'object',
  required: [
    ...['_id', 'by', 'comment', 'mentions', 'files', 'createdAt', 'editedAt', 'resolved'],
    ...['isOwn', 'mayDelete', 'isUnread', 'likes', 'isLiked'],
  ],
  properties: {
    _id: ID,
    by: { ...PERSON, type: ['object', 'null'] },
    comment: { type: 'string' },
    mentions: { type: 'array', items: PERSON },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'size', 'isPicture'],
        properties: { name: { type: 'string' }, size: { type: 'integer' }, isPicture: { type: 'boolean' } },
      },
    },
    createdAt: { type: 'string' },
    editedAt: TIME,
    resolved: { type: 'boolean' },
    isOwn: { type: 'boolean' },
    mayDelete: { type: 'boolean' },
    isUnread: { type: 'boolean' },
    likes: { type: 'integer', minimum: 0 },
    isLiked: { type: 'boolean' },
  },
};

const COUNT: JsonObject = { type: 'integer', minimum: 0 };

/** Responses of the endpoints. */
export const RESPONSES = {
  page: {
    type: 'object',
    required: ['data', 'total', 'unread', 'follows', 'next'],
    properties: {
      data: { type: 'array', items: COMMENT },
      total: COUNT,
      unread: COUNT,
      follows: { type: 'boolean' },
      next: { type: ['integer', 'null'], description: 'The limit with which the following comments are included; null: there are none.' },
    },
  },
  summary: {
    type: 'object',
    required: ['total', 'unread', 'follows'],
    properties: { total: COUNT, unread: COUNT, follows: { type: 'boolean' } },
  },
  people: { type: 'object', required: ['data'], properties: { data: { type: 'array', items: PERSON } } },
  follow: { type: 'object', required: ['follows'], properties: { follows: { type: 'boolean' } } },
  preferences: { type: 'object', required: ['followsAutomatically'], properties: { followsAutomatically: { type: 'boolean' } } },
  followed: {
    type: 'object',
    required: ['data', 'followed'],
    properties: {
      data: {
        type: 'array',
        items: {
          type: 'object',
          required: ['kind', 'module', 'record', 'at', 'by'],
          properties: {
            kind: { enum: ['changed', 'commented'] },
            module: { type: 'string' },
            record: PERSON,
            at: { type: 'string' },
            by: { ...PERSON, type: ['object', 'null'] },
          },
        },
      },
      followed: { ...COUNT, description: 'Records that the caller follows and may see, of the 50 that they followed last.' },
    },
  },
  done: { type: 'object', required: ['success'], properties: { success: { const: true } } },
} as const;
