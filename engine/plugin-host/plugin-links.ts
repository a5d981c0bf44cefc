import type { JsonObject } from '#engine/model/values';

/** The parts of a link that the plugin chooses. */
export interface PluginLinkOptions {
  /** Values of the `:name` parts of the route's path; the link is valid for these only. */
  readonly parameters?: { readonly [name: string]: string };
  /** What the handler needs to know, at most 1,000 characters as JSON. The holder of the link can neither read nor change it. */
  readonly data?: JsonObject;
  /** Milliseconds for which the link is valid, up to 366 days; default 7 days. */
  readonly expiresIn?: number;
}

/** A link to an endpoint that needs no session. Whoever has it can use it, any number of times, until it expires. */
export interface PluginLink {
  /** Id of the link: a handler that must accept it once, or no longer, compares it with what the plugin has stored. */
  readonly id: string;
  /** The absolute address of the endpoint, with the token. */
  readonly url: string;
  /** The parameter `token` of the address, for a page of the plugin that calls the endpoint itself. */
  readonly token: string;
  /** ISO time. */
  readonly expiresAt: string;
}

/** The link with which a request came. */
export type OpenedLink = Pick<PluginLink, 'id' | 'expiresAt'> & {
  /** What the plugin chose when it created the link. */
  readonly data: JsonObject;
};

/** A request of another service. */
export interface ReceivedWebhook {
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** The path with the query, as it was sent. */
  readonly url: string;
}
