/** What styles need that are loaded later: a part of its own. */
export { operationTypes } from '../../engine/operations.ts'
