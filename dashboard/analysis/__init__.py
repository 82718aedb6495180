"""What the Analysis page shows, apart from the page: charts with what they count.

card.py       a chart, what it counts, its data, and the runs behind each mark
selection.py  which runs, told apart by what
shares.py     cards of shares and bands
claims.py     cards of labels and kinds
trends.py     cards over time and by length
report.py     all of it as one file
"""
