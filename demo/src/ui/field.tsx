/** Forms and their text fields. @module */
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'

/** A text field: what the user typed, and what is wrong with it. */
export interface FieldState {
  /** Returns what the field contains. */
  readonly text: () => string
  readonly problem: string | undefined
  /** Shows what is wrong, and moves the focus to the field. `undefined` clears that. */
  readonly complain: (problem: string | undefined) => void
  readonly input: RefObject<HTMLInputElement | null>
}

/** The state of a {@link Field}. The browser keeps the text, so that typing does not render anything. */
export function useField(): FieldState {
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const complain = (text: string | undefined): void => {
    setProblem(text)
    if (text !== undefined) input.current?.focus()
  }
  return { text: () => input.current?.value ?? '', problem, complain, input }
}

/** What a field adds to the properties of `<input>`. */
export interface FieldProps extends Omit<ComponentProps<'input'>, 'value' | 'ref'> {
  readonly id: string
  readonly label: string
  readonly field: FieldState
  readonly hint?: ReactNode
  /** Whether what the field contains was refused. What is shown elsewhere says why. */
  readonly isRefused?: boolean
}

/** A text field, with a label above it and a hint below it. */
export function Field({
  id,
  label,
  field,
  hint,
  isRefused = false,
  className = 'input',
  ...rest
}: FieldProps): ReactElement {
  const { problem, input } = field
  return (
    <div className="field">
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        id={id}
        ref={input}
        className={className}
        aria-describedby={`${id}-hint ${id}-problem`}
        aria-invalid={isRefused || problem !== undefined || undefined}
        {...rest}
      />
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => void
}

/** A form whose submission does not leave the page. */
export function Form({ onSubmit, ...rest }: FormProps): ReactElement {
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      {...rest}
    />
  )
}
