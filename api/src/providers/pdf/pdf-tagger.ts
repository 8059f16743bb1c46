import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

/** Edges of a box in points, measured from the lower left corner of the page. */
export type BoxEdges = readonly [left: number, lower: number, right: number, upper: number]

/** Returns the tag title for the signature box at this position. */
export const getSignatureBoxTitle = (left: number, lower: number): string =>
  `Signature at ${Math.round(left)}, ${Math.round(lower)}`

interface Mark {
  /** Parent element. Defaults to the document. */
  within?: PDFRef | undefined
  alt?: string
  /** Bounding box of a figure. */
  box?: BoxEdges
  /** Scope of a header cell. */
  scope?: 'Column' | 'Row'
  /** Whether screen readers read this element before its siblings. Ignored for direct children of the document. */
  first?: boolean
}

/**
 * Creates functions that add tagged content to a PDF (ISO 32000-1 §14.7). Screen readers use the tags. An untagged PDF
 * stays untagged.
 */
export function createPdfTagger(pdf: PDFDocument) {
  const { context, catalog } = pdf
  const root = catalog.lookupMaybe(PDFName.of('StructTreeRoot'), PDFDict)
  const numbers = root?.lookupMaybe(PDFName.of('ParentTree'), PDFDict)?.lookupMaybe(PDFName.of('Nums'), PDFArray)
  const documentRef = root?.lookupMaybe(PDFName.of('K'), PDFArray)?.asArray()[0]
  const isTagged = root !== undefined && numbers !== undefined && documentRef instanceof PDFRef

  /** Returns the page's structure elements, in the order of its content marks. */
  const parentsOn = (page: PDFPage, tree: PDFDict, nums: PDFArray): PDFArray => {
    const key = page.node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber()
    for (let at = 0; key !== undefined && at < nums.size(); at += 2)
      if (nums.lookup(at, PDFNumber).asNumber() === key) return nums.lookup(at + 1, PDFArray)
    const next = tree.lookupMaybe(PDFName.of('ParentTreeNextKey'), PDFNumber)?.asNumber() ?? 1_000_000
    const parents = context.obj([])
    page.node.set(PDFName.of('StructParents'), PDFNumber.of(next))
    page.node.set(PDFName.of('Tabs'), PDFName.of('S'))
    tree.set(PDFName.of('ParentTreeNextKey'), PDFNumber.of(next + 1))
    nums.push(PDFNumber.of(next))
    nums.push(context.register(parents))
    return parents
  }

  const childrenOf = (element: PDFDict): PDFObject[] => {
    const kids = element.lookup(PDFName.of('K'))
    if (kids instanceof PDFArray) return kids.asArray()
    const own = element.get(PDFName.of('K'))
    return own ? [own] : []
  }

  /** Adds an element to the structure tree. */
  const addElement = (facts: Record<string, unknown>, { within, first = false }: Mark): PDFRef => {
    const parent = within ?? (documentRef as PDFRef)
    const element = context.register(context.obj({ Type: 'StructElem', P: parent, ...facts } as never))
    const whole = context.lookup(parent, PDFDict)
    const before = childrenOf(whole)
    whole.set(PDFName.of('K'), context.obj(first && within ? [element, ...before] : [...before, element]))
    return element
  }

  const between = (page: PDFPage, tag: string, facts: string, draw: () => void) => {
    page.pushOperators(PDFOperator.of(PDFOperatorNames.BeginMarkedContentSequence, [PDFName.of(tag), facts]))
    draw()
    page.pushOperators(PDFOperator.of(PDFOperatorNames.EndMarkedContent))
  }

  return {
    /** Adds an element whose children are added with `mark`. */
    part: (type: 'Table' | 'TR', within?: PDFRef): PDFRef | undefined =>
      isTagged ? addElement({ S: type }, { within }) : undefined,

    /** Draws and tags one element. */
    mark: (page: PDFPage, type: 'H1' | 'P' | 'Figure' | 'TH' | 'TD', draw: () => void, about: Mark = {}) => {
      if (!isTagged) return draw()
      const parents = parentsOn(page, root, numbers)
      const mark = parents.size()
      const { alt, box, scope } = about
      const element = addElement(
        {
          S: type,
          Pg: page.ref,
          K: mark,
          ...(alt !== undefined && { Alt: PDFHexString.fromText(alt) }),
          ...(box && { A: { O: 'Layout', Placement: 'Block', BBox: [...box] } }),
          ...(scope && { A: { O: 'Table', Scope: scope } }),
        },
        about,
      )
      parents.push(element)
      between(page, type, `<</MCID ${mark}>>`, draw)
    },

    /** Draws an artifact, which screen readers skip. */
    unread: (page: PDFPage, draw: () => void) =>
      isTagged ? between(page, 'Artifact', '<</Type /Layout>>', draw) : draw(),

    /** Returns the element that was tagged for the signature box at this position. */
    findPartAt: (page: PDFPage, [left, lower]: BoxEdges): PDFRef | undefined => {
      if (!isTagged) return undefined
      return childrenOf(context.lookup(documentRef, PDFDict)).find((kid): kid is PDFRef => {
        const part = kid instanceof PDFRef ? context.lookup(kid) : undefined
        const title = part instanceof PDFDict && part.lookup(PDFName.of('T'))
        if (!(title instanceof PDFString || title instanceof PDFHexString)) return false
        const isHere = childrenOf(part as PDFDict).some(
          (one) => one instanceof PDFRef && context.lookup(one, PDFDict).get(PDFName.of('Pg')) === page.ref,
        )
        return isHere && title.decodeText() === getSignatureBoxTitle(left, lower)
      })
    },
  }
}
