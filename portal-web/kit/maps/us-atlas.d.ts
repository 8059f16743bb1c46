/**
 * Declares the type of the atlas file. Without this declaration, the compiler would infer a type as large as the file
 * (1 MB).
 */
declare module 'us-atlas/counties-10m.json' {
  type Feature = typeof import('topojson-client').feature
  type Topology = Parameters<Feature>[0]
  type Shape = Exclude<Parameters<Feature>[1], string>
  const atlas: Topology & { objects: { counties: Shape & { geometries: Shape[] } } }
  export default atlas
}
