import type { ServerResponse } from 'node:http'

const told = new WeakMap<ServerResponse, number>()

/** For an answer that is sent with another status than the one its maker sees. */
export const tellStatus = (response: ServerResponse, status: number) => told.set(response, status)

/** The status that whoever asked has got. */
export const sentStatus = (response: ServerResponse) => told.get(response) ?? response.statusCode
