import { lists, parameters } from '../../lib/api/parameters.ts'
import { createFormReader } from '../../lib/http/form.ts'

/** Reads the fields that the interface knows, as its actions do. */
export const readForm = createFormReader(['action', ...Object.keys(parameters)], lists)
