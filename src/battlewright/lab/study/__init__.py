"""Studies as files: what is varied, what is measured, how precise it must be; and how they are carried out.

file: the file · vary: its cells · measures: what a battle's row says · intervals: those that hold whenever one stops
run: battle after battle until the intervals are narrow enough · executors, cluster: who fights them · checkpoint: what
is done · results: numbers, frames and Parquet · drawing, page: the report
"""
