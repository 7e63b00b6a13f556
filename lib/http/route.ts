import { answerTo } from './answer.ts'
import { RequestError } from './request-error.ts'

type Params = Record<string, string | string[]>
type RouteHandler<P extends Params> = (request: Request, params: P) => Promise<Response>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/**
 * The exports of a route file: each handler gets its parameters awaited and its errors answered as JSON; a method that
 * the route does not know is a 405 that says which ones it does.
 */
export function route<P extends Params = Params>(handlers: Partial<Record<Method, RouteHandler<P>>>) {
  const allow = methods.filter((method) => handlers[method]).join(', ')
  const handlerFor = (method: Method) => async (request: Request, context: { params: Promise<P> }) => {
    try {
      const handler = handlers[method]
      if (!handler) throw new RequestError(405, `This address does not know ${method}.`, { allow })
      return await handler(request, await context.params)
    } catch (error) {
      return answerTo(error, request)
    }
  }
  return {
    GET: handlerFor('GET'),
    POST: handlerFor('POST'),
    PUT: handlerFor('PUT'),
    PATCH: handlerFor('PATCH'),
    DELETE: handlerFor('DELETE'),
  }
}
