/**
 * Text that changes, beside other content. Replaces the whole element, because a browser that translates the page moves
 * text nodes into new elements, where React's updates have no effect, or fail.
 */
export const ChangingText = ({ text }: { text: string }) => <span key={text}>{text}</span>;
