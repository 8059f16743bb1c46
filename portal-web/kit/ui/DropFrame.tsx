import type { ComponentProps } from 'react'
import './DropFrame.css'

/** The frame of an area into which files can be dropped. It is highlighted while files are dragged over it. */
export const DropFrame = ({ isOver, ...props }: ComponentProps<'div'> & { isOver: boolean }) => (
  <div {...props} className="drop-area" data-over={isOver ? '' : undefined} />
)
