import { useId } from 'react';
import { parameterTexts } from '../../../contract/spec/operation-texts.ts';
import type { Parameter } from '../../../contract/spec/operations.ts';
import css from './developers.module.css';

interface ParameterFieldProps {
	parameter: Parameter;
	value: string;
	onChange: (value: string) => void;
}

/** A field for a query parameter: a choice where the contract lists the values, else a text. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
	const { name, values, format } = parameter;
	const id = useId();
	return (
		<div className={css.parameter}>
			<label htmlFor={id}>{name}</label>
			{values === undefined ? (
				<input
					id={id}
					aria-describedby={`${id}-help`}
					value={value}
					inputMode={format === 'non-negative-integer' ? 'numeric' : 'text'}
					placeholder={format === 'date' ? 'YYYY-MM-DD' : ''}
					onChange={({ target }) => onChange(target.value)}
					autoComplete="off"
				/>
			) : (
				<select
					id={id}
					aria-describedby={`${id}-help`}
					value={value}
					onChange={({ target }) => onChange(target.value)}
				>
					<option value="">Any</option>
					{values.map((each) => (
						<option key={each}>{each}</option>
					))}
				</select>
			)}
			<small id={`${id}-help`} className={css.faded}>
				{parameterTexts[name]}
			</small>
		</div>
	);
}
