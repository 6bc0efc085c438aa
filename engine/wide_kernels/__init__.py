"""The search of wide boards, compiled: shapes and the moves they rank, VCF, fouls, a network."""
