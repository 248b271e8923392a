/** The path of the OpenAPI description, outside of {base_url}. */
export const descriptionPath = '/openapi.json'

/** The header that links to the description. https://www.rfc-editor.org/rfc/rfc8631 */
export const descriptionLink = { Link: `<${descriptionPath}>; rel="service-desc"` }

/** Returns the header that links to the description, and to the documentation at a path. */
export function linkDocumentation(path: string): typeof descriptionLink {
  return { Link: `${descriptionLink.Link}, <${path}>; rel="service-doc"` }
}
