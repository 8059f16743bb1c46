import owasp from '@stoplight/spectral-owasp-ruleset'

/** The OWASP rules of Spectral. */
export default owasp.default ?? owasp
