import { ApiError } from './api-error.ts'

/** The methods of a request that only reads. */
export const reading = ['GET', 'HEAD'] as const

/** The method of a request with a body. */
export const writing = ['POST'] as const

/** Every method that is taken somewhere; OPTIONS is taken everywhere. */
export const allMethods = [...reading, ...writing] as const

/** The value of `Allow` for a place that takes `methods`. */
export function formatAllow(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ')
}

/** The error (405) for a method that is not among `methods`; `message` tells what is right. */
export function methodNotAllowed(
  methods: readonly string[],
  message = `This takes the methods ${formatAllow(methods)}.`,
): ApiError {
  return new ApiError('methodNotAllowed', message, { allow: formatAllow(methods) })
}
