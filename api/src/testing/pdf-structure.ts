import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFRef, PDFString } from '@cantoo/pdf-lib'

/** An element of a tagged PDF document. */
export interface StructureElement {
  tag: string
  /** Scope of a header cell. Absent for other elements. */
  scope: 'Column' | 'Row' | undefined
  /** Alternative text. */
  alt: string | undefined
  /** Tag and index of the parent element. */
  within: string
  parent: number
  /** Number of marked-content items that belong directly to the element. */
  marks: number
}

/** Returns the elements of a tagged document in reading order. */
export function getStructureElements(document: PDFDocument): StructureElement[] {
  const found: StructureElement[] = []
  const walk = (element: PDFDict, within: string, parent: number) => {
    const raw = element.get(PDFName.of('K'))
    const kids = document.context.lookup(raw)
    for (const kid of kids instanceof PDFArray ? kids.asArray() : raw ? [raw] : []) {
      const part = kid instanceof PDFRef ? document.context.lookup(kid) : kid
      const tag = part instanceof PDFDict ? part.get(PDFName.of('S')) : undefined
      if (!(part instanceof PDFDict && tag instanceof PDFName)) {
        const own = found[parent]
        if (own) own.marks += 1
        continue
      }
      const alt = part.lookup(PDFName.of('Alt'))
      const scope = part.lookupMaybe(PDFName.of('A'), PDFDict)?.get(PDFName.of('Scope'))
      found.push({
        tag: tag.decodeText(),
        scope: scope instanceof PDFName ? (scope.decodeText() as 'Column') : undefined,
        alt: alt instanceof PDFString || alt instanceof PDFHexString ? alt.decodeText() : undefined,
        within,
        parent,
        marks: 0,
      })
      walk(part, tag.decodeText(), found.length - 1)
    }
  }
  walk(document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict), '', -1)
  return found
}
